/** The five models, by the names that people read. */
export const modelTypes = {
  biodiversity_predictor: 'Preditor de Biodiversidade',
  temperature_forecaster: 'Previsor de Temperatura',
  species_classifier: 'Classificador de Espécies',
  abundance_estimator: 'Estimador de Abundância',
  habitat_suitability: 'Adequação de Habitat',
} as const;
export type ModelType = keyof typeof modelTypes;
