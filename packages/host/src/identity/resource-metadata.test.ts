import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insufficientScope, noToken } from './auth-failure.ts'
import { issuer, resource, tasksResource } from '../testing/open-auth.ts'
import { audienceOf, metadataUrl, profileQuery, resourceMetadata } from './resource-metadata.ts'

test('[A16] the document names the resource, its authorization server, its scopes and the header', () => {
  const scopes = ['tasks:read', 'tasks:write']

  expect(
    resourceMetadata({ resource: tasksResource, search: '', appUrl: issuer, scopes, name: 'Quipu: tasks' }),
  ).toEqual({
    resource: 'https://quipu.example/api/tasks/mcp',
    authorization_servers: ['https://quipu.example'],
    scopes_supported: ['tasks:read', 'tasks:write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Quipu: tasks',
  })
})

test('[A16] the document is found under the well-known path of its endpoint', () => {
  expect(metadataUrl(tasksResource)).toBe(
    'https://quipu.example/.well-known/oauth-protected-resource/api/tasks/mcp',
  )
  expect(metadataUrl('https://quipu.example/')).toBe(
    'https://quipu.example/.well-known/oauth-protected-resource',
  )
})

test('[A912] the query that chooses a profile is echoed letter for letter, and the audience stays one', () => {
  const search = '?modules=tasks,truth&readonly=1'
  const document = resourceMetadata({ resource, search, appUrl: issuer, scopes: [], name: 'Quipu' })

  expect(document.resource).toBe('https://quipu.example/mcp?modules=tasks,truth&readonly=1')
  expect(audienceOf(document.resource)).toBe(resource)
  expect(noToken({ resource, search }).challenge).toBe(
    'Bearer resource_metadata="https://quipu.example/.well-known/oauth-protected-resource/mcp?modules=tasks,truth&readonly=1"',
  )
})

test('[A912] nothing else that a client sends is echoed', () => {
  expect(profileQuery('?access_token=abc&modules=tasks')).toBe('?modules=tasks')
  expect(profileQuery('?modules=a"b')).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (search) => {
      expect(profileQuery(search)).toMatch(/^(\?[\w=.,%~&-]+)?$/)
    }),
  )
})

test('[A15] a missing scope is answered with 403 and a challenge that names every scope needed', () => {
  const failure = insufficientScope(resource, ['tasks:read', 'tasks:write'])

  expect(failure).toMatchObject({
    status: 403,
    body: {
      error: 'insufficient_scope',
      message: 'This needs the permission tasks:read and tasks:write; sign in again and grant it',
    },
    challenge:
      'Bearer error="insufficient_scope", scope="tasks:read tasks:write", resource_metadata="https://quipu.example/.well-known/oauth-protected-resource/mcp"',
  })
})
