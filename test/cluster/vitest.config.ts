import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'cluster',
    include: ['test/cluster/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each test leaves the cluster as the next one needs it.
    bail: 1,
  },
})
