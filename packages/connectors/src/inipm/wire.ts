/** Kinds of sea floor and water that a sampler notes, from the shore outwards. */
export const habitats = ['estuário', 'costa', 'recife', 'plataforma', 'talude', 'oceano aberto'] as const;
/** Behaviour seen when the animal was taken. */
export const behaviours = ['cardume', 'à superfície', 'junto ao fundo', 'migração vertical', 'solitário'] as const;
