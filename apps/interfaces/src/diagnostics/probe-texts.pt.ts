import { formatCount } from '@kianda/format';

/** Results of the probes, in words. */
export const probeTexts = {
  alive: {
    good: (version: string) => `Responde, versão ${version}.`,
    degraded: (status: string | undefined) =>
      status === 'down' ? 'Responde, mas uma parte essencial está parada.' : 'Responde, com uma parte em aviso.',
    other: (status: number, version: string | undefined) => `HTTP ${status}, versão ${version ?? '—'}.`,
  },
  reads: {
    all: (count: string) => `${count} leituras respondem com o formato do contrato.`,
    some: (count: string, refused: string) => `${count} leituras respondem; o seu perfil não pode ler ${refused}.`,
  },
  refusals: {
    good: 'Sem sessão, com um valor inválido e num endereço que não existe, a recusa é a certa.',
    wrong: (path: string, status: number, code: string) => `${path}: HTTP ${status}, esperava-se «${code}»`,
  },
  cors: {
    good: (origin: string, request: string) => `A origem ${origin} é aceite e o número do pedido lê-se (${request}).`,
    same: 'A página e a API têm a mesma origem.',
    hidden: 'A API responde, mas o número do pedido (x-request-id) não chega à página.',
    refused: (status: number) => `A API não aceita esta origem (HTTP ${status}).`,
  },
  standards: {
    good: (count: string) => `${count} documentos do STAC, do OGC API e do OpenAPI têm os campos da norma.`,
    wrong: (path: string, status: number) => `${path}: HTTP ${status}, sem os campos da norma`,
  },
  times: (median: string, worst: string, rounds: string) => `Mediana ${median}, pior ${worst}, em ${rounds} pedidos.`,
  catalogue: {
    good: (total: string, hours: number) =>
      `${total} endereços declarados, nenhum com mais de 1 % de erros nas últimas ${hours} h.`,
    faulty: (total: string, which: string) => `De ${total} endereços, têm erros: ${which}.`,
  },
  revalidates: {
    good: (kept: string, encoding: string | null) =>
      `A resposta guarda-se e volta a confirmar-se (${kept}${encoding === null ? '' : `, ${encoding}`}).`,
    none: 'A resposta não traz marca nem prazo: o navegador pede-a sempre por inteiro.',
    failed: (status: number) => `HTTP ${status}.`,
  },
  realtime: {
    good: (time: string) => `A ligação abre e é saudada em ${time}.`,
    silent: 'A ligação não foi saudada a tempo.',
    other: (type: string) => `A primeira mensagem foi «${type}».`,
    closed: (code: number) => `A ligação fechou com o código ${code}.`,
  },
  services: {
    good: (total: string) => `${total} serviços respondem.`,
    down: (names: string) => `Sem resposta: ${names}.`,
    warned: (names: string) => `Com avisos: ${names}.`,
  },
  versions: (build: { version: string; node: string; postgres: string; hasPostgis: boolean; mode: string }) =>
    `Kianda ${build.version} · Node ${build.node.replace(/^v/, '')} · PostgreSQL ${build.postgres} · ${build.hasPostgis ? 'com' : 'sem'} PostGIS · modo ${build.mode}`,
  oldNode: (version: string) => `Node ${version}: é preciso o 22 ou mais recente.`,
  oldPostgres: (version: string) => `PostgreSQL ${version}: é preciso o 15 ou mais recente.`,
  notBuilt: 'a consola não está construída',
  calm: (delay: string, waiting: string, open: string, failed: string) =>
    `Espera do ciclo de eventos ${delay} (p99); ligações à base de dados em espera: ${waiting}; tarefas abertas: ${open}, falhadas: ${failed}.`,
  failures: {
    none: 'Nenhum pedido falhou na última hora.',
    some: (count: string, last: string | undefined) =>
      `Falharam ${count} pedidos na última hora${last === undefined ? '' : `; o último: ${last}`}.`,
    notKept: 'Esta instalação não guarda as linhas dos registos.',
  },
  tests: {
    none: 'Não correram ensaios nesta instalação.',
    run: (passed: string, failed: string) => `Última execução: ${passed} ensaios passaram, ${failed} falharam.`,
  },
  overview: {
    good: (sources: string) => `Temperatura, clorofila, ondas e correntes têm valor, de ${sources} fontes.`,
    missing: (names: string) => `Sem valor: ${names}.`,
  },
  connectors: {
    good: (total: string) => `${total} conectores, nenhum em falha.`,
    waiting: (names: string) => `Ainda não entregaram dados: ${names}.`,
  },
  fresh: (fresh: string, all: string, late: string, age: string) =>
    `${fresh} de ${all} fluxos dentro do prazo, ${late} atrasados; observação mais nova: ${age}.`,
  layers: {
    good: (said: string) => `Células com valor: ${said}.`,
    size: (label: string, cells: number) => `${label}: a grelha não tem o tamanho anunciado (${cells} células)`,
    empty: (label: string) => `${label}: grelha sem nenhum valor`,
  },
  stations: (total: string, silent: string) => `${total} estações, ${silent} sem nenhum valor.`,
  graphics: {
    none: 'O navegador não dá WebGL 2: os mapas não se desenham.',
    good: (size: string) => `WebGL 2, texturas até ${size} px.`,
  },
  zee: {
    open: (count: number) => `O polígono não está fechado (${formatCount(count, 'anel aberto', 'anéis abertos')}).`,
    noArea: 'O servidor não diz a área calculada.',
    areas: (own: string, server: string) => `Área do polígono aqui ${own}; no servidor ${server}.`,
  },
  cabinda: {
    noPort: 'O porto de Cabinda não está na lista de portos.',
    port: (name: string, at: string, source: string) => `${name}: ${at} (${source}).`,
    zones: (zones: string) => `Em terra é terra; ao largo está em: ${zones}.`,
    notLand: 'Um ponto no interior de Cabinda não é dado como terra: latitude e longitude podem estar trocadas.',
    notSea: 'Um ponto ao largo de Cabinda não está em nenhuma zona marítima.',
    noDistances: 'O servidor não dá distâncias: os limites ainda não foram desenhados.',
    distance: (name: string, km: string) => `${name} a ${km}, conforme com o cálculo na esfera (±0,6 %).`,
    far: (names: string) => `As distâncias não conferem com as posições: ${names}.`,
    written: (text: string) => `A posição 5,523° S 12,16° E escreve-se «${text}».`,
  },
  pages: {
    good: (file: string, files: string, bytes: string) => `${file}: ${files} ficheiros, ${bytes}.`,
    notBuilt: (file: string) => `${file} não é servida por esta instalação.`,
    failed: (file: string, status: number) => `${file}: HTTP ${status}.`,
    lost: (files: string) => `Faltam ficheiros da página: ${files}.`,
    written: (served: string, all: string) =>
      `${served} de ${all} páginas servidas, todas com título, língua e largura do ecrã.`,
    unwritten: (files: string) => `Sem título, língua ou largura do ecrã: ${files}.`,
  },
  browser: (names: string) => `O navegador tem: ${names}.`,
  browserLacks: (names: string) => `Falta ao navegador: ${names}.`,
  menu: {
    frame: 'Ensaio do menu',
    noFrame: 'O navegador não deixou abrir a moldura do ensaio.',
    few: (count: string) => `O menu só mostra ${count} entradas.`,
    sideways: (pixels: string) => `A 390 px o menu sai do ecrã em ${pixels} px.`,
    outside: (names: string) => `A 390 px saem do ecrã: ${names}.`,
    small: (names: string) => `Demasiado pequenas para um dedo: ${names}.`,
    good: (count: string, least: string) => `A 390 px as ${count} entradas cabem, e a mais baixa tem ${least} px.`,
  },
} as const;
