import { describe, expect, test } from 'vitest';
import { minioAccountInfo } from '../../open/storage/storage.contract.ts';
import {
  listRealms,
  realmClientStats,
  realmClients,
  realmUiSessions,
  realmUsers,
} from '../../people/identity/keycloak.contract.ts';
import { flowerQueues, flowerTaskInfo, flowerTasks, flowerWorkerTable } from '../tasks/monitor.contract.ts';

/** Answers as the real services give them, of the shapes that their sources fix: the same schemas must read both. */
describe('Flower 2 (flower/api/tasks.py, flower/views/workers.py)', () => {
  const task = {
    uuid: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
    name: 'tasks.add',
    state: 'SUCCESS',
    received: 1_398_505_411.107_885,
    sent: null,
    started: 1_398_505_411.108_985,
    rejected: null,
    succeeded: 1_398_505_411.124_802,
    failed: null,
    retried: null,
    revoked: null,
    args: '[3, 4]',
    kwargs: '{}',
    eta: null,
    expires: null,
    retries: 0,
    result: "'7'",
    exception: null,
    timestamp: 1_398_505_411.124_802,
    runtime: 0.015_81,
    traceback: null,
    exchange: null,
    routing_key: null,
    clock: 11,
    client: null,
    root: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
    root_id: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
    parent: null,
    parent_id: null,
    children: [],
    worker: 'celery@worker1',
  };

  test('tasks by identifier, one task, queues', () => {
    expect(flowerTasks.response.parse({ [task.uuid]: task })[task.uuid]?.runtime).toBe(0.015_81);
    const unseen = { ...task, name: null, args: null, kwargs: null, retries: null, state: 'RECEIVED' };
    expect(flowerTaskInfo.response.parse(unseen).state).toBe('RECEIVED');
    expect(
      flowerQueues.response.parse({ active_queues: [{ name: 'celery', messages: 3 }] }).active_queues,
    ).toHaveLength(1);
  });

  test('the table of workers', () => {
    const row = {
      hostname: 'celery@worker1',
      pid: 4421,
      freq: 2.0,
      heartbeats: [1_398_505_411.1, 1_398_505_413.1],
      clock: 4096,
      active: 1,
      processed: 231,
      loadavg: [0.11, 0.09, 0.05],
      sw_ident: 'py-celery',
      sw_ver: '5.4.0',
      sw_sys: 'Linux',
      status: true,
      'task-received': 232,
      'task-succeeded': 230,
      'task-failed': 1,
      'task-retried': 0,
    };
    expect(flowerWorkerTable.response.parse({ data: [row] }).data[0]).toMatchObject({ active: 1, status: true });
  });
});

describe('Keycloak 26 (keycloak-admin-client)', () => {
  test('realms, brief users, clients, sessions, counts as texts', () => {
    const realm = { id: 'f1d3', realm: 'master', displayName: 'Keycloak', enabled: true, sslRequired: 'external' };
    expect(listRealms.response.parse([realm])).toHaveLength(1);
    const user = {
      id: '8a1f0f5e-0000-4000-8000-000000000000',
      username: 'ana',
      emailVerified: false,
      enabled: true,
      createdTimestamp: 1_725_000_000_000,
      totp: false,
      disableableCredentialTypes: [],
      requiredActions: [],
      notBefore: 0,
      access: { manageGroupMembership: true, view: true, mapRoles: true, impersonate: true, manage: true },
    };
    expect(realmUsers.response.parse([user])[0]?.email).toBeUndefined();
    const client = {
      id: 'b5c2a1de-0000-4000-8000-000000000000',
      clientId: 'account',
      name: 'Account',
      rootUrl: 'https://id.example',
      baseUrl: '/realms/master/account/',
      surrogateAuthRequired: false,
      enabled: true,
      bearerOnly: false,
      consentRequired: false,
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: false,
      publicClient: true,
      protocol: 'openid-connect',
      redirectUris: ['/realms/master/account/*'],
      webOrigins: [],
      attributes: { 'post.logout.redirect.uris': '+' },
      fullScopeAllowed: false,
      defaultClientScopes: ['web-origins', 'acr'],
      optionalClientScopes: ['address'],
      access: { view: true, configure: true, manage: true },
    };
    expect(realmClients.response.parse([client])).toHaveLength(1);
    const session = {
      id: '0b7c',
      username: 'ana',
      userId: user.id,
      ipAddress: '10.0.0.1',
      start: 1_725_000_000_000,
      lastAccess: 1_725_000_060_000,
      clients: { [client.id]: 'account' },
      type: 'REGULAR',
    };
    expect(realmUiSessions.response.parse([session])).toHaveLength(1);
    const stats = [{ id: client.id, clientId: 'account', active: '3', offline: '0' }];
    expect(realmClientStats.response.parse(stats)[0]?.active).toBe('3');
  });
});

describe('MinIO (madmin AccountInfo)', () => {
  test('account and buckets', () => {
    const info = {
      AccountName: 'minioadmin',
      Server: { Type: 'Erasure' },
      Policy: { Version: '2012-10-17', Statement: [] },
      Buckets: [
        {
          name: 'kianda-data',
          size: 2_300_000_000,
          objects: 1247,
          objectHistogram: { LESS_THAN_1024_B: 12 },
          objectsVersionsHistogram: {},
          details: {
            versioning: true,
            versioningSuspended: false,
            locking: false,
            replication: false,
            tags: null,
            quota: null,
          },
          prefixUsage: {},
          created: '2026-01-05T10:00:00.000Z',
          access: { read: true, write: true },
        },
      ],
    };
    expect(minioAccountInfo.response.parse(info).Buckets[0]?.objects).toBe(1247);
  });
});
