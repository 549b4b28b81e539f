/** Functions that an administrator can switch off: their endpoints then answer `feature_off`. */
export const platformFeatures = {
  'sql-console': {
    label: 'Consola SQL',
    description: 'Consultas de leitura à base de dados, escritas por administradores.',
    endpoints: ['runSql'],
  },
  'catalogue-publishing': {
    label: 'Publicação no catálogo STAC',
    description: 'Criar, substituir e retirar itens do catálogo.',
    endpoints: ['stacCreateItems', 'stacReplaceItem', 'stacUpdateItem', 'stacDeleteItem'],
  },
  'feature-editing': {
    label: 'Edição de elementos geográficos',
    description: 'Criar, alterar e eliminar elementos pela OGC API.',
    endpoints: ['createFeature', 'replaceFeature', 'updateFeature', 'deleteFeature'],
  },
  processes: {
    label: 'Processos a pedido',
    description: 'Executar análises pela OGC API Processes.',
    endpoints: ['executeProcess'],
  },
  'storage-sharing': {
    label: 'Ligações temporárias a ficheiros',
    description: 'Criar e abrir ligações assinadas a objetos do armazenamento.',
    endpoints: ['shareObject', 'sharedObject'],
  },
  'map-links': {
    label: 'Ligações públicas a mapas',
    description: 'Fazer e abrir ligações que mostram um mapa a quem não tem conta.',
    endpoints: [
      'createMapLink',
      'publicMap',
      'publicMapFields',
      'publicMapGrid',
      'publicMapStations',
      'publicMapZee',
      'publicMapPorts',
      'createModelMapLink',
      'publicModelMap',
      'publicModelMapGrid',
      'publicModelMapTile',
    ],
  },
  'vessel-exports': {
    label: 'Exportação de dados de embarcações',
    description: 'Listas, trajetos e eventos de embarcações em GeoJSON, KML, NAF, PDF e CSV.',
    endpoints: ['exportVessels', 'exportVesselTrack', 'exportVesselEvents'],
  },
} as const satisfies Record<
  string,
  { readonly label: string; readonly description: string; readonly endpoints: readonly string[] }
>;

export type FeatureId = keyof typeof platformFeatures;
export const featureIds = Object.keys(platformFeatures) as [FeatureId, ...FeatureId[]];
