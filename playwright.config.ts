import { defineConfig } from '@playwright/test'

const screens = ['**/screens.e2e.ts', '**/budgets.e2e.ts']

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/journeys',
  // Two at a time fill two cores: what is shown for seconds only may be missed once. A second try is told as such.
  workers: 2,
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/playwright.json' }],
  ],
  projects: [
    // What members do, across the product.
    { name: 'journeys', testIgnore: screens },
    // How everything looks: every screen, its languages and its themes.
    { name: 'screens', testMatch: screens },
  ],
  use: {
    headless: true,
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
