import type { DataOf } from '@kianda/contract';
import {
  type listModels,
  type Model,
  type ModelType,
  type modelStats,
  modelTypes,
  predictionNames,
} from '@kianda/contract/models/registry/models.contract';

type Sample = Pick<
  Model,
  'algorithm' | 'version' | 'accuracy' | 'trainingAccuracy' | 'validationAccuracy' | 'predictionCount' | 'features'
> & { readonly trained: string };

const samples: Readonly<Record<ModelType, Sample>> = {
  biodiversity_predictor: {
    ...{ algorithm: 'Random Forest + XGBoost', version: '2.1.0', predictionCount: 5_000, trained: '2025-01-14' },
    ...{ accuracy: 87.3, trainingAccuracy: 89.1, validationAccuracy: 85.8 },
    features: ['temperature', 'salinity', 'depth', 'ph', 'oxygen', 'coordinates', 'chlorophyll_a'],
  },
  temperature_forecaster: {
    ...{ algorithm: 'LSTM', version: '1.8.3', predictionCount: 8_930, trained: '2025-01-12' },
    ...{ accuracy: 92.4, trainingAccuracy: 94.1, validationAccuracy: 91.7 },
    features: ['historical_temp', 'seasonality', 'coordinates', 'depth'],
  },
  species_classifier: {
    ...{ algorithm: 'Optimized Random Forest', version: '3.0.1', predictionCount: 12_350, trained: '2025-01-10' },
    ...{ accuracy: 89.6, trainingAccuracy: 91.8, validationAccuracy: 88.4 },
    features: ['size', 'depth', 'temperature', 'behavior', 'habitat', 'location'],
  },
  abundance_estimator: {
    ...{ algorithm: 'Gradient Boosting', version: '2.3.2', predictionCount: 6_780, trained: '2025-01-11' },
    ...{ accuracy: 87.9, trainingAccuracy: 89.5, validationAccuracy: 86.8 },
    features: ['environmental_vars', 'seasonal_patterns', 'habitat_quality'],
  },
  habitat_suitability: {
    ...{ algorithm: 'MaxEnt + Ensemble', version: '1.5.4', predictionCount: 9_840, trained: '2025-01-08' },
    ...{ accuracy: 93.2, trainingAccuracy: 95.1, validationAccuracy: 92.3 },
    features: ['climate_vars', 'topography', 'land_use', 'species_occurrences'],
  },
};

/** The specification's five models, for when the server cannot be reached: their names are real, their figures examples. */
export const modelsFallback: DataOf<typeof listModels> = (Object.keys(samples) as ModelType[]).map((type) => {
  const { trained, ...sample } = samples[type];
  return {
    ...sample,
    ...{ id: type, type, name: modelTypes[type], endpointUrl: `/ml/predict/${predictionNames[type]}` },
    ...{ isDeployed: true, lastTrained: `${trained}T00:00:00Z`, isSimulated: false },
    ...{ skill: null, absence: null, training: null },
  };
});

/** The specification's figures of all models. */
export const modelStatsFallback: DataOf<typeof modelStats> = {
  models_active: 5,
  average_accuracy: 92.8,
  total_predictions: 42_900,
  models_loaded: 5,
  last_training: '2025-09-04T00:00:00Z',
};
