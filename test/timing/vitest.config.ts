import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'timing',
    include: ['test/timing/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-results/timing.json' }]],
  },
})
