import { defineConfig } from 'vitest/config'

const reporters = ['default', ['json', { outputFile: 'test-results/vitest.json' }]] satisfies unknown[]

export default defineConfig({
  test: {
    reporters: reporters as never,
    // One core is left free otherwise, which of two is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/{shared,catalogue}/**/*.test.ts', 'src/web/**/*.test.ts', 'test/unit/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'component',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['test/component-setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/server/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
