import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractPlugin } from './scripts/contract-plugin.mjs'

// In development the pages come from here and everything else from the server behind.
const api = `http://127.0.0.1:${process.env['SCENE_API_PORT'] ?? '3000'}`
const served = ['/api', '/media', '/t', '/art', '/dev', '/og']

export default defineConfig({
  root: 'src/web',
  plugins: [contractPlugin(), react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Nearly every screen needs all of the framework and most of the small parts: one file of each is fewer
    // round trips and compresses better than fifty.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/(query-core|react-query))\//,
            },
            { name: 'base', test: /src\/(web|shared)\//, minShareCount: 4, maxModuleSize: 8000 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['../..'] },
    proxy: {
      ...Object.fromEntries(served.map((path) => [`^${path}/`, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
})
