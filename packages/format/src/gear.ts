/** Classes of vessels and gears of Global Fishing Watch, as people read them. */
const names: Readonly<Record<string, string>> = {
  FISHING: 'Pesca, sem arte conhecida',
  TRAWLERS: 'Arrasto',
  PURSE_SEINES: 'Cerco',
  TUNA_PURSE_SEINES: 'Cerco de atum',
  OTHER_PURSE_SEINES: 'Cerco, outro',
  SEINERS: 'Redes envolventes',
  OTHER_SEINES: 'Redes envolventes, outras',
  DRIFTING_LONGLINES: 'Palangre derivante',
  SET_LONGLINES: 'Palangre fixo',
  SET_GILLNETS: 'Emalhar fixo',
  DRIFTNETS: 'Emalhar de deriva',
  POTS_AND_TRAPS: 'Gaiolas ou armadilhas',
  POLE_AND_LINE: 'Salto e vara',
  TROLLERS: 'Corrico',
  SQUID_JIGGER: 'Toneira',
  DREDGE_FISHING: 'Draga de pesca',
  FIXED_GEAR: 'Artes fixas',
  CARRIER: 'Transporte de pescado',
  SPECIALIZED_REEFER: 'Navio frigorífico',
  CONTAINER_REEFER: 'Porta-contentores frigorífico',
  BUNKER: 'Abastecimento de combustível',
  BUNKER_OR_TANKER: 'Abastecimento de combustível ou navio-tanque',
  TANKER: 'Navio-tanque',
  CARGO: 'Carga',
  CARGO_OR_TANKER: 'Carga ou navio-tanque',
  CARGO_OR_REEFER: 'Carga ou frigorífico',
  PASSENGER: 'Passageiros',
  SUPPORT: 'Apoio',
  TUG: 'Rebocador',
  SEISMIC_VESSEL: 'Prospeção sísmica',
  DREDGE_NON_FISHING: 'Dragagem',
  RESEARCH: 'Investigação',
  OTHER: 'Outra',
  INCONCLUSIVE: 'Inconclusiva',
};

/** Name of a gear by its class; the text itself where it is no class, as registers write gears in words. */
export const formatGear = (text: string): string =>
  names[
    text
      .trim()
      .replaceAll(/[\s-]+/g, '_')
      .toUpperCase()
  ] ?? text;
