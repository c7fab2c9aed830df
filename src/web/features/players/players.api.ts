import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { createPlayer, deletePlayer, listPlayers, testPlayer, updatePlayer } from '#shared/api/players.ts'
import { call } from '#web/lib/api.ts'
import { changeOf } from '#web/lib/change-of.ts'

export const playersQuery = () =>
  queryOptions({
    queryKey: ['players'],
    queryFn: ({ signal }) => call(listPlayers, { signal }),
    // Calls come by themselves. What could not be loaded stands still with its button until somebody presses it.
    refetchInterval: ({ state }) => (state.data ? 5_000 : false),
  })

export const createPlayerMutation = (queryClient: QueryClient) =>
  changeOf(queryClient, playersQuery().queryKey, 'create', (body: BodyOf<typeof createPlayer>) =>
    call(createPlayer, { body }),
  )

export const updatePlayerMutation = (queryClient: QueryClient, playerId: string) =>
  changeOf(queryClient, playersQuery().queryKey, 'update', (body: BodyOf<typeof updatePlayer>) =>
    call(updatePlayer, { params: { playerId }, body }),
  )

export const testPlayerMutation = (queryClient: QueryClient, playerId: string) =>
  changeOf(queryClient, playersQuery().queryKey, 'test', () => call(testPlayer, { params: { playerId } }))

export const deletePlayerMutation = (queryClient: QueryClient, playerId: string) =>
  changeOf(queryClient, playersQuery().queryKey, 'delete', () => call(deletePlayer, { params: { playerId } }))
