/** Roles of an account, from most to least powerful. */
export const roles = ['administrador', 'operador', 'cientista', 'investigador', 'cliente'] as const;
export type Role = (typeof roles)[number];

/** Roles, with what people read. */
export const roleNames = {
  administrador: 'Administrador',
  operador: 'Operador',
  cientista: 'Cientista',
  investigador: 'Investigador',
  cliente: 'Cliente',
} as const satisfies Record<Role, string>;

const everyone: readonly Role[] = roles;
const staff: readonly Role[] = ['administrador', 'operador'];
const science: readonly Role[] = ['administrador', 'operador', 'cientista'];
const research: readonly Role[] = ['administrador', 'operador', 'cientista', 'investigador'];
const admins: readonly Role[] = ['administrador'];

/**
 * The one table role × permission. `label` is what administrators read.
 * An endpoint names one of these keys, or `public` (no sign-in) or `session` (any signed-in account).
 */
export const permissions = {
  'dashboard:read': { label: 'Ver os painéis', roles: everyone },
  'ocean:read': { label: 'Ver dados oceânicos', roles: everyone },
  'ocean:compute': { label: 'Calcular produtos oceânicos derivados', roles: science },
  'biodiversity:read': { label: 'Ver dados de biodiversidade', roles: everyone },
  'fisheries:read': { label: 'Ver estatísticas de pesca', roles: everyone },
  'vessels:read': { label: 'Ver embarcações', roles: research },
  'surveillance:read': { label: 'Ver vigilância: áreas, licenças, eventos e alertas de embarcações', roles: research },
  'surveillance:act': { label: 'Tratar alertas de embarcações', roles: staff },
  'surveillance:configure': { label: 'Gerir áreas vigiadas, licenças e períodos de veda', roles: staff },
  'surveillance:export': {
    label: 'Exportar alertas e os seus dossiês, licenças, relatórios de áreas e dados de embarcações',
    roles: science,
  },
  'vessels:group': { label: 'Gerir grupos de embarcações próprios', roles: research },
  'interfaces:read': { label: 'Abrir interfaces científicas', roles: everyone },
  'connectors:read': { label: 'Ver conectores e execuções', roles: research },
  'connectors:run': { label: 'Executar conectores', roles: science },
  'connectors:configure': { label: 'Configurar conectores: agenda, cursores e credenciais', roles: staff },
  'jobs:read': { label: 'Ver tarefas em segundo plano', roles: research },
  'jobs:cancel': { label: 'Cancelar tarefas', roles: staff },
  'jobs:retry': { label: 'Repetir tarefas', roles: staff },
  'services:read': { label: 'Ver o estado dos serviços', roles: everyone },
  'services:control': { label: 'Iniciar, parar e reiniciar serviços', roles: staff },
  'services:announce': { label: 'Escrever incidentes e manutenções dos serviços', roles: staff },
  'health:read': { label: 'Ver a saúde e o desempenho do sistema', roles: research },
  'alerts:read': { label: 'Ver alertas', roles: research },
  'alerts:acknowledge': { label: 'Tratar alertas: reconhecer, comentar, resolver e silenciar', roles: staff },
  'alerts:configure': { label: 'Gerir regras de alerta', roles: staff },
  'delivery:read': { label: 'Ver canais e registo da entrega de alertas', roles: staff },
  'delivery:configure': { label: 'Gerir canais da entrega de alertas', roles: admins },
  'storage:read': { label: 'Ver o armazenamento', roles: research },
  'storage:write': { label: 'Enviar, partilhar e eliminar objetos', roles: science },
  'storage:manage': { label: 'Gerir áreas de armazenamento', roles: staff },
  'catalogue:write': { label: 'Publicar e retirar coleções e itens no catálogo STAC', roles: science },
  'features:write': { label: 'Criar, alterar e eliminar elementos geográficos', roles: staff },
  'layers:read': { label: 'Ver as camadas acrescentadas de ficheiros', roles: research },
  'layers:write': { label: 'Acrescentar, alterar e remover camadas próprias', roles: science },
  'databases:read': { label: 'Ver as bases de dados: tabelas, tamanhos, ligações e consultas em curso', roles: staff },
  'databases:query': { label: 'Consultar a base de dados em SQL, só de leitura', roles: admins },
  'backups:read': { label: 'Ver as cópias de segurança e os seus ensaios', roles: staff },
  'backups:run': { label: 'Fazer, verificar e ensaiar cópias de segurança', roles: staff },
  'backups:configure': { label: 'Configurar as cópias de segurança: agenda, retenção e destinos', roles: admins },
  'backups:restore': { label: 'Repor e eliminar cópias de segurança', roles: admins },
  'reports:read': { label: 'Ver relatórios, os de cada matéria com a permissão dela', roles: everyone },
  'reports:write': { label: 'Gerar, agendar, enviar e eliminar relatórios', roles: science },
  'users:read': { label: 'Ver utilizadores', roles: staff },
  'users:write': { label: 'Gerir utilizadores', roles: admins },
  'audit:read': { label: 'Ver a auditoria', roles: admins },
  'security:read': { label: 'Ver o painel de segurança', roles: staff },
  'logs:clear': { label: 'Eliminar os registos do sistema', roles: admins },
  'health:profile': { label: 'Tirar perfis do processador à plataforma', roles: admins },
  'cache:manage': { label: 'Ver, esvaziar e encher as caches', roles: staff },
  'config:read': { label: 'Ver a configuração da plataforma', roles: staff },
  'config:write': { label: 'Mudar a configuração, as funções e o modo de manutenção', roles: admins },
  'maps:read': { label: 'Ver mapas guardados', roles: everyone },
  'maps:write': { label: 'Guardar e partilhar mapas', roles: research },
  'maps:publish': {
    label: 'Abrir mapas próprios e mapas de modelos a quem não tem conta, por ligação',
    roles: science,
  },
  'usage:read': { label: 'Ver a análise da utilização da plataforma', roles: research },
  'models:read': { label: 'Ver modelos: versões, medidas e proveniência', roles: everyone },
  'models:train': { label: 'Treinar modelos e cancelar treinos', roles: science },
  'models:approve': {
    label: 'Aprovar versões de modelos, voltar atrás e eliminar as que não estão em uso',
    roles: science,
  },
  'models:predict': { label: 'Pedir previsões aos modelos', roles: research },
  'filters:read': { label: 'Ver filtros preditivos e os seus resultados, e receber avisos deles', roles: everyone },
  'filters:write': { label: 'Criar, mudar, ativar, calcular e eliminar filtros preditivos', roles: science },
  'spatial:read': { label: 'Ver análises espaciais próprias e partilhadas, e os seus resultados', roles: everyone },
  'spatial:run': { label: 'Criar, correr, partilhar e eliminar análises espaciais próprias', roles: research },
  'retention:read': {
    label: 'Ver a retenção: o que as tabelas dos modelos guardam, e os seus números',
    roles: research,
  },
  'retention:manage': { label: 'Gerir a retenção: políticas, limpeza, arquivo e alertas', roles: staff },
  'biomass:read': { label: 'Ver a biomassa: estimativas, contas, zonas e mapas', roles: everyone },
  'biomass:run': { label: 'Recalcular a biomassa e parar cálculos', roles: science },
  'field:write': { label: 'Enviar registos de campo e ver o que foi feito dos próprios', roles: everyone },
  'field:read': { label: 'Ver os registos que chegam do campo', roles: research },
  'field:review': { label: 'Rever registos de campo: aceitar, corrigir, recusar e perguntar', roles: science },
  'collaboration:read': { label: 'Ver salas de colaboração, anotações partilhadas e discussões', roles: research },
  'collaboration:write': { label: 'Anotar, comentar, dar tarefas e criar salas de colaboração', roles: research },
  'collaboration:review': { label: 'Validar anotações de outras pessoas', roles: science },
  'assistant:use': { label: 'Perguntar ao assistente, com o que a conta pode ver', roles: everyone },
  'endpoints:read': { label: 'Ver a documentação da API', roles: research },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>;

export type Permission = keyof typeof permissions;
export type Access = Permission | 'public' | 'session';

/** True when an account with `role` may use something that requires `access`; a `null` role is not signed in. */
export function allows(access: Access, role: Role | null): boolean {
  if (access === 'public') return true;
  if (role === null) return false;
  if (access === 'session') return true;
  const allowed: readonly Role[] = permissions[access].roles;
  return allowed.includes(role);
}
