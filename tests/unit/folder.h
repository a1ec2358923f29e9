// A temporary folder, empty when a test begins: the fixture of tests that write files.
#ifndef COHGEN_TESTS_UNIT_FOLDER_H
#define COHGEN_TESTS_UNIT_FOLDER_H

extern char folder[64];

void make_folder(void);
void remove_folder(void); // with all that is in it

#endif
