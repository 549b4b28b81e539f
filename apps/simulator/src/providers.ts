import type { Provider } from './provider.ts';
import { ais } from './upstreams/ais/routes.ts';
import { argovis } from './upstreams/argovis/routes.ts';
import { bcc } from './upstreams/bcc/routes.ts';
import { cds } from './upstreams/cds/routes.ts';
import { cdseIdentity } from './upstreams/cdse/identity.ts';
import { cdseResto } from './upstreams/cdse/resto.ts';
import { cdse } from './upstreams/cdse/routes.ts';
import { cdseStac } from './upstreams/cdse/stac.ts';
import { cmems } from './upstreams/cmems/routes.ts';
import { erddap } from './upstreams/erddap/routes.ts';
import { gbif } from './upstreams/gbif/routes.ts';
import { gfw } from './upstreams/gfw/routes.ts';
import { inamet } from './upstreams/inamet/routes.ts';
import { inipm } from './upstreams/inipm/routes.ts';
import { movebank } from './upstreams/movebank/routes.ts';
import { obis } from './upstreams/obis/routes.ts';
import { openMeteo } from './upstreams/open-meteo/routes.ts';
import { ornl } from './upstreams/ornl/routes.ts';
import { protectedPlanet } from './upstreams/protected-planet/routes.ts';
import { seaAroundUs } from './upstreams/seaaroundus/routes.ts';
import { slsmf } from './upstreams/slsmf/routes.ts';
import { vms } from './upstreams/vms/routes.ts';
import { worms } from './upstreams/worms/routes.ts';

/** Every simulated provider: one import and one entry each. */
export const providers: readonly Provider[] = [
  ais,
  argovis,
  bcc,
  cds,
  cdse,
  cdseIdentity,
  cdseResto,
  cdseStac,
  cmems,
  erddap,
  gbif,
  gfw,
  inamet,
  inipm,
  movebank,
  obis,
  openMeteo,
  ornl,
  protectedPlanet,
  seaAroundUs,
  slsmf,
  vms,
  worms,
];
