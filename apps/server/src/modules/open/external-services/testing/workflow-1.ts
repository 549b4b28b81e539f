import type { Recording } from '../../../../testing/replay.ts';

/**
 * Answers of a workflow service as the specification describes it (port 8787). Its quirks: ports as texts, no state of
 * what it does not watch, times without milliseconds.
 */
export const workflow1: Recording = {
  'GET /client-info': {
    body: {
      success: true,
      message: 'Welcome to the marine data platform',
      company: 'Instituto do Mar',
      version: '1.4.0',
      status: 'online',
      description: 'Marine data of the ZEE',
      features: ['STAC', 'OGC API Features'],
      accessPoints: { console: 'https://mar.exemplo.ao', api: 'https://mar.exemplo.ao/api', port: 8000 },
      technicalSpecs: { region: 'Angola', apiVersion: '1.4.0' },
      contact: { email: 'apoio@mar.exemplo.ao', website: 'https://mar.exemplo.ao' },
      timestamp: '2026-08-31T09:00:00Z',
    },
  },
  'GET /services': {
    body: {
      success: true,
      services: [
        {
          name: 'Admin API',
          port: 8000,
          url: 'https://mar.exemplo.ao/api',
          type: 'api',
          priority: 'critical',
          description: 'API',
          status: 'available',
          clientAccess: true,
          state: 'healthy',
        },
        { name: 'Flower', port: '5555', type: 'monitor', priority: 'medium', status: 'internal', state: 'unhealthy' },
        { name: 'Redis', port: 6379, status: 'internal' },
      ],
    },
  },
};
