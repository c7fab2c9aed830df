import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/support/global-setup.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  // What is shown for seconds only may be missed on a busy machine. A second try is told as such.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/playwright.json' }],
  ],
  projects: [
    // Journeys, which are what members do every day, across the product, and part of `npm test`; and screens, what single ones
    // promise beside that, and what members seldom meet. One project: each has browsers and products of its own.
    { name: 'behaviour', testIgnore: '**/looks/**' },
    // How every screen looks, in its languages, widths and themes. A trace of so many costs more than the checks.
    { name: 'looks', testDir: 'test/e2e/looks', use: { trace: 'off' } },
  ],
  use: {
    headless: true,
    // But for the journeys of what is kept offline: else each visitor would load all files.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
