import type { Clock } from '../../../../platform/clock/clock.ts';
import type { OfferOf } from '../../../../platform/modules/definition.ts';
import type { auditModule } from '../../../people/audit/index.ts';
import type { identityModule } from '../../../people/identity/index.ts';
import type { backupsModule } from '../../backups/index.ts';

/** Settings of the installation that the security panel reports on. */
export type EnforcedSettings = {
  readonly publicUrl: string;
  /** Address at which this process itself answers. */
  readonly ownUrl: string;
  /** File of the master key; null where the environment gives the key. */
  readonly masterKeyFile: string | null;
  /** `host:port` that may be reached although the address is private. */
  readonly allowedPrivateHosts: readonly string[];
  /** Read each time: administrators change it while the process runs. */
  readonly rateLimitPerMinute: () => string | null;
  /** Advisories of the package registry, as `npm test` wrote them. */
  readonly advisoriesFile: string;
};

/** Dependencies of the checks: the settings, and the modules that measure. */
export type CheckSources = {
  readonly clock: Clock;
  readonly settings: EnforcedSettings;
  readonly identity: OfferOf<typeof identityModule>;
  readonly audit: OfferOf<typeof auditModule>;
  readonly backups: OfferOf<typeof backupsModule>;
};
