import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { secondTries } from './test/second-tries.ts'

const reporters = [
  'default',
  ['json', { outputFile: 'test-results/vitest.json' }],
  secondTries('test-results/second-tries.json'),
] satisfies unknown[]

/** What is exhaustive or slow, and not needed to know whether Scene works: `npm test -- --all` runs it. */
const long = process.env['WITHOUT_LONG'] ? ['**/*.long.test.ts'] : []

/**
 * Files share one process, so that what they import is evaluated once and not once a file. A file that replaces a
 * whole module would replace it for all, so it gets a process of its own.
 */
function twoWays<Given extends { name: string; include: string[] }>(given: Given) {
  // A second, as it is otherwise, is soon over on a busy machine.
  const test = {
    ...given,
    expect: { poll: { timeout: 20_000 } },
    // What a busy machine is too late for. A second try is told as such.
    retry: 1,
  }
  const alone = globSync(test.include).filter((path) => readFileSync(path, 'utf8').includes('vi.mock('))
  const shared = { test: { ...test, isolate: false, exclude: [...alone, ...long] } }
  return alone.length === 0
    ? [shared]
    : [shared, { test: { ...test, name: `${test.name}-alone`, include: alone } }]
}

export default defineConfig({
  test: {
    reporters: reporters as never,
    // One core is left free otherwise, which of two is half the machine.
    maxWorkers: '100%',
    // What a test makes is soon let go: less is collected, and a fifteenth less of the processor's time taken.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      ...twoWays({
        name: 'unit',
        include: [
          'src/shared/**/*.test.ts',
          'src/built-in/{artwork,catalogue,demo,gifs,language}/**/*.test.ts',
          'src/web/**/*.test.ts',
          'test/unit/**/*.test.ts',
        ],
        testTimeout: 30_000,
        hookTimeout: 30_000,
      }),
      ...twoWays({
        name: 'component',
        include: ['src/web/**/*.test.tsx'],
        environment: 'jsdom',
        setupFiles: ['test/component-setup.ts'],
        testTimeout: 30_000,
        // They wait a third of their time for what is shown, so three share two cores.
        maxWorkers: Math.ceil(1.5 * availableParallelism()),
        sequence: { groupOrder: 1 },
      }),
      ...twoWays({
        name: 'server',
        include: [
          'src/server/**/*.test.ts',
          'src/built-in/postgres/**/*.test.ts',
          'test/server/**/*.test.ts',
        ],
        globalSetup: ['test/global-setup.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
    ],
  },
})
