import { defineModule } from '../../../platform/modules/definition.ts';
import { vesselsModule } from '../../fleet/vessels/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { homeMigrations } from './home.migrations.ts';
import { createHomeRepository } from './home.repository.ts';
import { homeRoutes } from './home.routes.ts';
import { createHomeService } from './home.service.ts';

/** Front door of the homes of people: their tiles, their visits, and what changed between two of them. */
export const homeModule = defineModule({
  name: 'home',
  needs: { audit: auditModule, ocean: oceanModule, vessels: vesselsModule },
  collects: ['changes'],
  create({ platform, needs: { audit, ocean, vessels }, collected }) {
    const { clock, log } = platform;
    const repository = createHomeRepository(platform.database);
    const service = createHomeService({ repository, changes: collected.changes, audit, clock, log });
    return {
      manifest: {
        name: 'home',
        migrations: homeMigrations,
        bindings: homeRoutes(service, { clock, ocean, vessels }),
        holdings: [
          {
            id: 'home-layout',
            label: 'Disposição do início',
            fate: 'removed',
            note: 'É eliminada, com a hora da última visita: mais ninguém a via.',
            count: repository.countOf,
            release: repository.forget,
          },
        ],
      },
    };
  },
});
