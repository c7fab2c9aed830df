export { NotFound as Component } from '#web/features/not-found/not-found.tsx'
