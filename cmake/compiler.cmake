# Warnings and hardening that hold for every target of the project.
add_library(yett_compiler INTERFACE)
# -Wnull-dereference is left out: inlined fmt 9 trips it under -O2. So is -Wmaybe-uninitialized: GCC 12 takes the
# side of std::expected that is not there for one that is read.
target_compile_options(yett_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-align -Woverloaded-virtual -Wimplicit-fallthrough -Wmissing-declarations
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  -fstack-protector-strong)
# A gate that indexes past the end has to stop, not go on with what it finds there.
target_compile_definitions(yett_compiler INTERFACE _GLIBCXX_ASSERTIONS)
if(YETT_SANITIZE)
  add_compile_options(-fsanitize=${YETT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${YETT_SANITIZE})
else()
  # The sanitizers intercept the plain functions, not their fortified forms.
  target_compile_definitions(yett_compiler INTERFACE $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
endif()
add_link_options(-Wl,-z,relro,-z,now)

find_program(YETT_CCACHE ccache)
if(YETT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${YETT_CCACHE})
endif()
