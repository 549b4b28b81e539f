import { z } from 'zod';
import { modelInAddress } from '../../shared/models/model-in-address.ts';

const version = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);

/** Parts of a version that stand behind tabs. */
export const versionParts = ['variaveis', 'prova', 'areas', 'parametros', 'linhagem'] as const;
export type VersionPart = (typeof versionParts)[number];

/** State of the section in the address. */
export const registrySearchSchema = z.object({
  modelo: modelInAddress,
  versao: version,
  /** Version that the shown one is compared with. */
  comparar: version,
  parte: z.enum(versionParts).optional().catch(undefined),
  /** Map that is open, its layer, and the map that it is compared with. */
  mapa: z.uuid().optional().catch(undefined),
  camada: z.enum(['value', 'uncertainty', 'novelty']).optional().catch(undefined),
  menos: z.uuid().optional().catch(undefined),
});
export type RegistrySearch = z.infer<typeof registrySearchSchema>;
