import type { FilterLanguage } from '../index.ts';

type Refusal = {
  readonly name: string;
  readonly filter: unknown;
  readonly language: FilterLanguage;
  readonly says: string;
};

const text = (filter: string, says: string, name = filter): Refusal => ({
  name: name.slice(0, 60),
  filter,
  language: 'cql2-text',
  says,
});
const json = (filter: unknown, says: string, name = JSON.stringify(filter)): Refusal => ({
  name: name.slice(0, 60),
  filter,
  language: 'cql2-json',
  says,
});
const depth = { property: 'depth' };
/** `not` in `not`, so many times. */
function nested(times: number): unknown {
  let filter: unknown = true;
  for (let level = 0; level < times; level += 1) filter = { op: 'not', args: [filter] };
  return filter;
}

/** Texts that are no filter, or ask for too much, and the answer to each. */
export const refusals: readonly Refusal[] = [
  text('', 'acaba'),
  text('depth =', 'na posição 8: o filtro acaba'),
  text('= 3', 'na posição 1'),
  text('depth = 1;', 'carácter inesperado «;»'),
  text('depth = 1 2', 'na posição 11'),
  text("name = 'aberta", 'na posição 8: aspas por fechar'),
  text('"name = 1', 'aspas por fechar'),
  text('salinidade = 1', 'na posição 1: propriedade desconhecida «salinidade»'),
  text('depth = 1 = 1', 'na posição 11'),
  text('NOT NOT open', 'na posição 5'),
  text('depth', 'esperava condição, recebeu número'),
  text("depth = 'fundo'", 'não se compara número com texto'),
  text("depth = '3 m'", 'não se compara número com texto'),
  text("depth = ''", 'não se compara número com texto'),
  text('name > 3', 'não se compara texto com número'),
  text('open > true', 'não compara valores lógicos'),
  text('open < open AND depth = 1', 'não compara valores lógicos'),
  text('name LIKE name', 'o padrão de LIKE'),
  json({ op: 'like', args: [{ property: 'name' }, 'fim\\'] }, 'não pode acabar'),
  text('depth IN ()', 'na posição 11'),
  text("depth IN (1, 'a')", 'não se compara'),
  text('depth BETWEEN 1', 'esperava «AND»'),
  text('depth NOT 3', 'na posição 11'),
  text('depth IS 3', 'esperava «NULL»'),
  text('(depth = 1', 'esperava «)»'),
  text('depth = 1)', 'o fim do filtro'),
  text('depth = 1e999', 'número fora dos limites'),
  text('depth * 1e300 = 1', 'número fora dos limites de uma conta'),
  text(`depth = ${'depth*'.repeat(9)}1`, 'produtos e divisões'),
  text("seen = TIMESTAMP('ontem')", 'RFC 3339'),
  text("seen = TIMESTAMP('2024-13-01T00:00:00Z')", 'RFC 3339'),
  text("seen = TIMESTAMP('2024-01-01T00:00:00')", 'RFC 3339'),
  text("day = DATE('2024-02-30')", 'AAAA-MM-DD'),
  text("day = DATE('0000-01-01')", 'AAAA-MM-DD'),
  text("T_AFTER(seen, INTERVAL('2024-02-01','2024-01-01'))", 'termina antes de começar'),
  text("T_AFTER(name, DATE('2024-01-01'))", 'esperava data ou instante, recebeu texto'),
  text("T_SOON(seen, DATE('2024-01-01'))", 'função desconhecida «T_SOON»'),
  text('pg_sleep(10)', 'função desconhecida «pg_sleep»'),
  text('constructor(1)', 'função desconhecida'),
  text('__proto__ = 1', 'propriedade desconhecida'),
  text('S_INTERSECTS(geom)', 'recebe 2 argumentos, recebeu 1'),
  text('S_INTERSECTS(geom, name)', 'esperava geometria, recebeu texto'),
  text('S_INTERSECTS(geom, BBOX(1,2,3))', 'uma caixa tem 4 ou 6 números'),
  text('S_INTERSECTS(geom, BBOX(1,5,3,2))', 'o sul da caixa'),
  text('S_INTERSECTS(geom, POLYGON((0 0, 1 1, 1 0)))', '4 posições'),
  text('S_INTERSECTS(geom, POLYGON((0 0, 1 1, 1 0, 5 5)))', 'fechar'),
  text('S_INTERSECTS(geom, POLYGON((0 0, 2 2, 2 0, 0 2, 0 0)))', 'um anel cruza-se'),
  text('S_TOUCHES(geom, LINESTRING(9 -10, 9 -10))', 'uma linha tem os pontos todos no mesmo sítio'),
  text('S_INTERSECTS(geom, POINT(1))', 'uma coordenada'),
  text('S_INTERSECTS(geom, POINT(1 2 3 4))', '2 ou 3 números'),
  text('S_INTERSECTS(geom, POINT EMPTY)', 'na posição 26'),
  text('A_CONTAINS(tags, (1))', 'lista de textos'),
  text('A_CONTAINS(levels, tags)', 'listas de tipos diferentes'),
  text('A_CONTAINS(name, (1))', 'esperava lista, recebeu texto'),
  text(`${'('.repeat(100)}open${')'.repeat(100)}`, 'níveis encaixados', 'cem parênteses'),
  text(Array.from({ length: 1500 }, () => 'depth = 1').join(' OR '), 'elementos', 'mil e quinhentas condições'),
  text(`name = '${'x'.repeat(20_001)}'`, 'caracteres', 'um texto sem fim'),
  text("name = '\0'", 'nulo'),
  json('{"op":', 'não é JSON'),
  json(null, 'valor nulo'),
  json([], 'recebeu lista'),
  json({}, 'objeto sem «op»'),
  json({ op: 'drop', args: [] }, 'operador desconhecido «drop»'),
  json({ op: '__proto__', args: [1, 2] }, 'operador desconhecido'),
  json({ op: '=' }, 'precisa de «args»'),
  json({ op: 1, args: [] }, '«op» tem de ser um texto'),
  json({ op: '=', args: [depth] }, 'recebe 2 argumentos, recebeu 1'),
  json({ op: 'and', args: [{ op: '=', args: [depth, 1] }] }, 'recebe 2 ou mais'),
  json({ op: '=', args: [depth, { property: 'nada' }] }, 'em args[1]: propriedade desconhecida «nada»'),
  json({ op: '=', args: [{ property: 3 }, 1] }, 'em args[0]'),
  json({ op: 'in', args: [depth, 3] }, 'precisa de uma lista'),
  json({ op: 't_after', args: [{ property: 'seen' }, { timestamp: 'x' }] }, 'RFC 3339'),
  json({ op: 't_after', args: [{ property: 'seen' }, { interval: ['..'] }] }, 'dois extremos'),
  json({ op: 's_intersects', args: [{ property: 'geom' }, { bbox: [1, 2, 'a', 4] }] }, 'lista de números'),
  json({ op: 's_intersects', args: [{ property: 'geom' }, { type: 'Circle' }] }, 'tipo de geometria'),
  json({ op: 's_intersects', args: [{ property: 'geom' }, { type: 'Point', coordinates: 'x' }] }, 'coordenadas'),
  json(nested(100), 'níveis encaixados', 'cem negações'),
];
