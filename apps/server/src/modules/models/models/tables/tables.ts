import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { LearningOccurrences, LearningSpecimens } from '../../../sea/biodiversity/index.ts';
import type { LearningCatches } from '../../../sea/fisheries/index.ts';
import type { OceanClimate } from '../../../sea/ocean/index.ts';
import { abundanceTable } from './abundance.ts';
import { readEnvironment } from './environment.ts';
import { habitatTable } from './habitat.ts';
import type { LearningTable } from './learning-table.types.ts';
import { richnessTable } from './richness.ts';
import { speciesTable } from './species.ts';
import { temperatureTable } from './temperature.ts';

/** Stores of the platform that models learn from. */
export type LearningStores = {
  readonly climate: Pick<OceanClimate, 'climate' | 'dailyTemperature'>;
  readonly occurrences: () => Promise<LearningOccurrences>;
  readonly specimens: () => Promise<LearningSpecimens>;
  readonly catches: () => Promise<LearningCatches>;
};

/** The table that a model learns from, as the stores are now. Throws TooFewRows where they hold too little. */
export async function learningTable(type: ModelType, stores: LearningStores): Promise<LearningTable> {
  const { climate, occurrences, specimens, catches } = stores;
  switch (type) {
    case 'habitat_suitability':
      return habitatTable(await occurrences(), await readEnvironment(climate));
    case 'biodiversity_predictor':
      return richnessTable(await occurrences(), await readEnvironment(climate));
    case 'species_classifier':
      return speciesTable({ occurrences, specimens: await specimens() }, await readEnvironment(climate));
    case 'abundance_estimator':
      return abundanceTable(await catches(), await readEnvironment(climate));
    case 'temperature_forecaster':
      return temperatureTable(await climate.dailyTemperature(), await readEnvironment(climate));
  }
}
