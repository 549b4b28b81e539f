import { structureConfidences } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatCoordinates } from '@kianda/format';
import { distanceMeters, isInZee, offshoreInstallations, safetyZone, safetyZoneMeters } from '@kianda/geo';
import type { Platform } from '../../../../platform/module.ts';
import { whenStored } from '../../../ingestion/connectors/index.ts';
import type { Structures } from '../../vessels/index.ts';
import { areaColumns } from './areas.service.ts';
import { nowOf, type RegistryContext } from './registry-context.ts';

type Structure = Awaited<ReturnType<Structures['standing']>>[number];
type ZoneContext = Pick<RegistryContext, 'repository' | 'clock'> & { readonly structures: Structures };

const prefix = 'gfw-estrutura-';
const zoneId = ({ structure_id: id }: Structure): string => `${prefix}${id}`;
const withdrawn = 'Retirada: a fonte já não dá esta estrutura como petrolífera e de pé.';

/**
 * Safety zones of 500 m around the oil structures that satellites find in the zone of Angola, beside those of the
 * installations whose position is published, which are not doubled. A structure of low confidence is listed and not
 * watched until a person says so.
 */
export function createStructureZones(options: ZoneContext & { readonly platform: Platform; readonly isOn: boolean }) {
  const { platform } = options;
  let working: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;
  const next = () => {
    working = working
      .then(() => syncStructureZones(options))
      .catch((error: unknown) => platform.log.warn({ err: error }, 'zonas de exclusão por atualizar'));
  };
  return {
    async start(): Promise<void> {
      if (!options.isOn) return;
      unsubscribe = whenStored(platform.events, 'fixed-structure', next);
      next();
      await working;
    },
    stop(): void {
      unsubscribe?.();
    },
    settled: () => working,
  };
}

/** Writes the zones of the structures that stand now, and takes those of the others out of the watch. */
export async function syncStructureZones(context: ZoneContext): Promise<void> {
  const standing = await context.structures.standing(nowOf(context));
  const wanted = standing.filter(isExcluding);
  for (const structure of wanted) {
    const row = { id: zoneId(structure), is_seeded: true, ...areaColumns(zoneOf(structure), nowOf(context)) };
    await context.repository.putZone(row, withdrawn);
  }
  await context.repository.withdrawZones(prefix, wanted.map(zoneId), withdrawn, nowOf(context));
}

/** An oil structure of the zone, and not one of the installations that have a zone of their own. */
function isExcluding({ label, lon, lat }: Structure): boolean {
  if (label !== 'oil' || !isInZee([lon, lat])) return false;
  return offshoreInstallations.every(
    ({ position, resolutionMeters }) => distanceMeters(position, [lon, lat]) > safetyZoneMeters + resolutionMeters,
  );
}

function zoneOf({ structure_id: id, lon, lat, confidence, started_at: startedAt, simulated_seed: seed }: Structure) {
  const sure = structureConfidences[confidence];
  const since = startedAt === null ? '' : `, vista desde ${startedAt.toISOString().slice(0, 7)}`;
  return {
    name: `Estrutura petrolífera ${id}`,
    kind: 'oil_exclusion' as const,
    geometry: { type: 'Polygon' as const, coordinates: [safetyZone([lon, lat])] },
    rules: { alertOnEntry: true, alertBelowKnots: null, forbidsFishing: true },
    isMonitored: confidence !== 'low',
    source: `${seed === null ? '' : 'Simulado: '}Global Fishing Watch, estruturas fixas (Sentinel-1 e Sentinel-2), estrutura ${id} em ${formatCoordinates([lon, lat], 'decimal')}, confiança ${sure}. Zona de segurança de 500 m: CNUDM, artigo 60.º, n.º 5`,
    note: `Detetada por satélite${since}; confiança da classificação: ${sure}. Por confirmar na carta em vigor.`,
  };
}
