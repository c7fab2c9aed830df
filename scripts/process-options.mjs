// What keeps the server's process small. Dockerfile, deploy/scene.service and docs/operating.md have the same, which a test
// holds; why: docs/decisions/094.

export const flags = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc']

/** Settings of the C library's memory, which must be there when a process begins. */
export const memory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
