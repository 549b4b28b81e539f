import { catalogueModule } from '../modules/open/catalogue/index.ts';
import { featuresModule } from '../modules/open/features/index.ts';
import { layersModule } from '../modules/open/layers/index.ts';
import { storageModule } from '../modules/open/storage/index.ts';
import { databasesModule } from '../modules/operations/databases/index.ts';
import { configured, type ModuleEntry } from '../platform/modules/definition.ts';
import { externalStorage } from './external-services.ts';
import type { Setup } from './setup.ts';

const sqlTimeLimitMs = 20_000;

/** The modules through which others read the data, by public standards or by SQL. */
export function openModules({ config, version, masterKey, userAgent }: Setup): readonly ModuleEntry[] {
  const { publicUrl } = config;
  return [
    configured(catalogueModule, {
      version,
      addresses: {
        publicUrl: publicUrl.replace(/\/$/, ''),
        docsUrl: `${config.interfacesUrl.replace(/\/$/, '')}/api-docs.html`,
        get operatorName() {
          return config.operator.name;
        },
      },
      followsRuns: config.roles.includes('worker'),
    }),
    configured(storageModule, { masterKey, publicUrl, outside: externalStorage(config, userAgent) }),
    configured(databasesModule, { masterKey, sqlTimeLimitMs }),
    configured(layersModule),
    configured(featuresModule, {
      ...{ publicUrl, version, userAgent },
      allowPrivateHosts: config.allowedPrivateHosts,
      memoryBytes: config.featuresMemoryBytes,
    }),
  ];
}
