# A room is one folder of src/: a static library of its sources and, beside them, its unit tests.
# The order in which rooms are declared is the order of the house: a room may use every room above it
# and none below. tests/house checks the includes against the same list, and the objects of PURE rooms
# against a list of symbols that reach the world.
set_property(GLOBAL PROPERTY YETT_ROOMS "")
set_property(GLOBAL PROPERTY YETT_PURE_LIBRARIES "")

function(yett_room name)
  cmake_parse_arguments(ROOM "PURE" "" "LIBRARIES" ${ARGN})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  get_property(above GLOBAL PROPERTY YETT_ROOMS)
  if(sources)
    add_library(yett_${name} STATIC ${sources})
    set(reach PUBLIC)
    target_link_libraries(yett_${name} PRIVATE yett_compiler)
    if(ROOM_PURE)
      set_property(GLOBAL APPEND PROPERTY YETT_PURE_LIBRARIES yett_${name})
    endif()
  else()
    # A room of headers alone has nothing to archive.
    add_library(yett_${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(yett_${name} ${reach} ${PROJECT_SOURCE_DIR}/src)
  # Static libraries are searched left to right, so the nearest room comes first.
  list(REVERSE above)
  foreach(room ${above})
    target_link_libraries(yett_${name} ${reach} yett_${room})
  endforeach()
  target_link_libraries(yett_${name} ${reach} ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY YETT_ROOMS ${name})

  if(YETT_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_compile_definitions(${name}_test PRIVATE YETT_CORPUS="${PROJECT_SOURCE_DIR}/tests/corpus")
    target_link_libraries(${name}_test PRIVATE yett_${name} yett_compiler GTest::gtest GTest::gmock GTest::gtest_main)
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
