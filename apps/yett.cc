#include "cli/main.h"

int main(int argc, char** argv) { return yett::run_yett(argc, argv); }
