#pragma once

namespace yett {

/// The whole program: reads the command line, runs one command, returns its exit code. The environment and the clock
/// are read here and handed down; what else commands need of the world they open themselves.
int run_yett(int argc, char** argv);

}  // namespace yett
