/** Areas that the platform fills, by the first segment of their keys. Everyone who may see the storage reads an `open` one. */
const systemAreas: Readonly<Record<string, { readonly description: string; readonly open: boolean }>> = {
  fields: { description: 'Campos oceânicos em Zarr, um bloco por dia', open: true },
  raw: { description: 'Respostas dos fornecedores tal como chegaram, comprimidas', open: true },
  products: { description: 'Produtos derivados', open: true },
  stac: { description: 'Ativos do catálogo', open: true },
  exports: { description: 'Exportações grandes da vigilância, guardadas 7 dias', open: false },
  positions: { description: 'Posições antigas de embarcações em GeoParquet, um ficheiro por dia', open: false },
  intake: { description: 'Ficheiros entregues por instituições', open: false },
  audit: { description: 'Marcos assinados da auditoria', open: false },
  health: { description: 'Sonda de saúde do armazenamento', open: true },
  reports: { description: 'Relatórios gerados', open: false },
  models: { description: 'Ficheiros das versões dos modelos', open: false },
  'model-maps': { description: 'Mapas dos modelos em GeoTIFF', open: false },
  retention: { description: 'Conteúdos da retenção dos modelos', open: false },
  layers: { description: 'Ficheiros de camadas acrescentadas', open: false },
  versions: { description: 'Versões anteriores de objetos', open: false },
  uploads: { description: 'Partes de envios em curso', open: false },
};

/** Objects of people lie below this segment, so that their names never collide with the platform's. */
export const userRoot = 'areas';
/** Earlier contents of objects of people. */
export const versionRoot = 'versions';
/** Parts of uploads under way. */
export const uploadRoot = 'uploads';

/** Whether the platform stores something of its own under a name, now or later. */
export const isSystemArea = (name: string): boolean => Object.hasOwn(systemAreas, name);

/** Description of an area of the platform, and whether its contents are open to those who may see the storage. */
export function systemArea(name: string): { readonly description: string; readonly open: boolean } {
  // An area not named here may hold anything, even a database's backup, so only managers of the storage read it.
  return systemAreas[name] ?? { description: 'Dados da plataforma', open: false };
}
