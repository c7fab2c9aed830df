import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'proxies',
    include: ['test/proxies/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
