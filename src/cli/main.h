#pragma once

namespace yett {

/// The whole program: reads the command line, runs one command, returns its exit code. The only place where the real
/// environment and clock come in.
int run_yett(int argc, char** argv);

}  // namespace yett
