import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// In development the pages come from here and everything else from the server behind.
const api = `http://127.0.0.1:${process.env['SCENE_API_PORT'] ?? '3000'}`
const served = ['/api', '/media', '/t', '/art', '/dev', '/og']

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: ['../..'] },
    proxy: {
      ...Object.fromEntries(served.map((path) => [`^${path}/`, api])),
      '/socket.io': { target: api, ws: true },
    },
  },
})
