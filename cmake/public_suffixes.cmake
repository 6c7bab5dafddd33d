# Names above public suffixes, such as amazonaws.com above s3.amazonaws.com: whoever owns such a name lets others have
# names below it. libpsl answers for one name and lists none, so they are read from the list while configuring.

# Sets `result` to the names of two labels or more that stand above a rule of the list and are no rule themselves,
# sorted by bytes, in the letters of the list. Rules: https://github.com/publicsuffix/list/wiki/Format.
function(yett_names_above_public_suffixes list result)
  file(STRINGS ${list} rules ENCODING UTF-8 REGEX "^[^/!]")
  set(above "")
  foreach(rule ${rules})
    string(REGEX REPLACE "[ \t].*" "" name "${rule}")
    # A name of one label is a public suffix itself.
    while(name MATCHES "^[^.]+\\.(.+\\..+)$")
      set(name "${CMAKE_MATCH_1}")
      list(APPEND above "${name}")
    endwhile()
  endforeach()
  list(REMOVE_DUPLICATES above)
  list(REMOVE_ITEM above ${rules})
  list(SORT above)
  set(${result} "${above}" PARENT_SCOPE)
endfunction()
