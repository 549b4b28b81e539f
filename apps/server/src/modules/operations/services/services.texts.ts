/** Description of the platform for clients. */
export const features = [
  'Temperatura, clorofila, correntes e ondas da ZEE, todos os dias',
  'Presença e posições de embarcações, com alertas de vigilância',
  'Ocorrências de espécies e estatísticas de pesca',
  'Catálogo STAC com ativos COG, Zarr, Parquet e CSV',
  'OGC API Features com filtros CQL2',
  'Interfaces científicas e mapas',
  'Origem declarada em cada valor',
] as const;

export const specs = {
  description: 'Plataforma de dados marinhos da Zona Económica Exclusiva de Angola.',
  region: 'ZEE de Angola',
  standards: 'STAC 1.1, OGC API Features, OpenID Connect, RFC 9457',
  authentication: 'OAuth 2.0 com tokens de acesso de 15 minutos',
  formats: 'JSON, GeoJSON, COG, Zarr, Parquet, CSV, NetCDF',
  updates: 'Contínuas, segundo a agenda de cada conector',
} as const;
