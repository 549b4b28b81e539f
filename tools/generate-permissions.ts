/** Writes docs/permissoes.md from the contract's table of permissions: `node tools/generate-permissions.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions, type Role, roles } from '@kianda/contract';

export const permissionsPage = join(import.meta.dirname, '../docs/permissoes.md');

const roleTitles: Readonly<Record<Role, string>> = {
  administrador: 'Administrador',
  operador: 'Operador',
  cientista: 'Cientista',
  investigador: 'Investigador',
  cliente: 'Cliente',
};

const areas: Readonly<Record<string, string>> = {
  dashboard: 'Painéis',
  ocean: 'Oceano',
  biodiversity: 'Biodiversidade',
  fisheries: 'Pescas',
  vessels: 'Embarcações',
  surveillance: 'Vigilância',
  interfaces: 'Interfaces científicas',
  connectors: 'Conectores',
  jobs: 'Tarefas',
  services: 'Serviços',
  health: 'Saúde do sistema',
  alerts: 'Alertas',
  delivery: 'Entrega de alertas',
  databases: 'Bases de dados',
  reports: 'Relatórios',
  storage: 'Armazenamento',
  backups: 'Cópias de segurança',
  users: 'Utilizadores',
  audit: 'Auditoria',
  logs: 'Registos do sistema',
  usage: 'Utilização',
  catalogue: 'Catálogo STAC',
  features: 'Elementos geográficos',
  layers: 'Camadas',
  security: 'Segurança',
  maps: 'Mapas',
  models: 'Modelos',
  filters: 'Filtros preditivos',
  biomass: 'Biomassa',
  spatial: 'Análises espaciais',
  retention: 'Retenção dos modelos',
  field: 'Registos de campo',
  collaboration: 'Colaboração',
  assistant: 'Assistente',
  cache: 'Caches',
  config: 'Configuração',
  endpoints: 'API',
};

/** The page, in Portuguese: who may do what. Throws when an area of the table has no title yet. */
export function permissionsMarkdown(): string {
  const names = Object.keys(permissions) as Permission[];
  const rows = names.map((name) => {
    const area = areas[name.split(':')[0] ?? ''];
    if (area === undefined)
      throw new Error(`permission "${name}": its area has no title in tools/generate-permissions.ts`);
    const { label, roles: allowed }: { label: string; roles: readonly Role[] } = permissions[name];
    const marks = roles.map((role) => (allowed.includes(role) ? 'sim' : '–'));
    return `| ${area} | ${label} | \`${name}\` | ${marks.join(' | ')} |`;
  });
  return `# Perfis e permissões

Esta página é gerada a partir da tabela de permissões do contrato (\`packages/contract/src/core/permissions.ts\`) por
\`node tools/generate-permissions.ts\`; não a edite à mão.

Cada operação da API nomeia uma permissão desta tabela, ou uma de duas palavras: \`public\` (dispensa sessão) e
\`session\` (qualquer conta com sessão iniciada). O servidor verifica-a em cada pedido; uma mudança de perfil, uma conta
desativada ou eliminada e um fim de sessão têm efeito imediato. A consola não mostra o que o perfil não permite.

| Área | Permissão | Chave | ${roles.map((role) => roleTitles[role]).join(' | ')} |
|---|---|---|${roles.map(() => ':-:').join('|')}|
${rows.join('\n')}
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(permissionsPage, permissionsMarkdown());
