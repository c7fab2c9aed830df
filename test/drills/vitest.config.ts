import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'drills',
    include: ['test/drills/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ['json', { outputFile: 'test-results/drills.json' }]],
  },
})
