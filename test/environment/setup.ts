// This file is loaded anew for each test file. What it imports is loaded once per process.
import './built-programs.ts'
import './end-with-runner.ts'
