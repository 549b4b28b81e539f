import type { FilterType } from '@kianda/contract/models/filters/filter-types';
import type { Computing, Outcome } from './compute.types.ts';
import { conservationPriority } from './conservation.ts';
import { fishingZones } from './fishing.ts';
import { habitatSuitability } from './habitat.ts';
import { biodiversityHotspots } from './hotspots.ts';
import { monitoringPoints } from './monitoring.ts';
import { speciesPresence } from './presence.ts';
import { environmentalRisk } from './risk.ts';

const computations: Readonly<Record<FilterType, (computing: Computing) => Promise<Outcome>>> = {
  biodiversity_hotspots: biodiversityHotspots,
  species_presence: speciesPresence,
  habitat_suitability: habitatSuitability,
  conservation_priority: conservationPriority,
  fishing_zones: fishingZones,
  monitoring_points: monitoringPoints,
  environmental_risk: environmentalRisk,
};

/** Computes a filter by its kind. Throws `ImpossibleRule` for what a person can mend, and the signal's reason. */
export const computeFilter = (computing: Computing): Promise<Outcome> => computations[computing.type](computing);
