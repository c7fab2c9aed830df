import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'systemd',
    include: ['test/systemd/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
