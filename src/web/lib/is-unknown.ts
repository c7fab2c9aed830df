import { ApiError } from './api.ts'

/** Nothing has this id, or it is no id at all. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
