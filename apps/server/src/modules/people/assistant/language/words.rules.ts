import { isNear, wordsOf } from '@kianda/format/match';

/** Words that rules look for, and common ones that must not be taken for them. */
const vocabulary = new Set(
  `temperatura temperaturas superficie superficial quente quentes fria frias frio graus aqueceu arrefeceu aquecer anomalia desvio normal media
  clorofila salinidade oxigenio dissolvido acido acidez nitrato nitratos nutrientes nutriente fitoplancton plancton profundidade
  condicoes oceanograficas oceano oceanico corrente correntes velocidade ondas onda ondulacao altura periodo direcao estacao
  estacoes monitorizacao monitorizado bravo calmo agitado mares maregrafo maregrafos nivel vento ventos chuva choveu chove
  precipitacao humidade pressao atmosferica meteorologicas meteorologicos meteorologia costeira costeiras calor marinha marinhas
  afloramento upwelling frente latitude bakun indice derivados produtos produto satelite satelites sentinel imagens perfis boias boia
  especie especies ocorrencias ocorrencia registos registo registadas registada biodiversidade ameacadas ameacada vulneraveis perigo vermelha
  conhecidas conhecida distribuicao marcados marcadas transmissor percursos rotas animais vista visto aparece aparecem
  desembarque desembarques desembarcado desembarcada desembarcadas desembarcou desembarca descarregado pescou pescado pescada pescar pesca
  captura capturas capturou capturado apanhou apanhada apanha toneladas tonelada peixe artesanal industrial porto portos recebe anual anuais anualmente
  estatisticas evolucao zonas zona vedas veda defeso licenca licencas licenciado licenciada validas valida expiradas expirada caducadas
  embarcacao embarcacoes navio navios barco barcos arrastao arrastoes arrasteiro arrasteiros frota bandeira posicao presenca escuras escuro radar
  detetados estruturas fixas plataformas petroliferas petrolifera alerta alertas avisos aviso graves grave gravidade novos
  tratar ilegal vigiadas vigiada entradas encontros encontro transbordos transbordo silencio silencios desligou desligaram apagaram apagou
  visitas escalas permanencias prolongadas socorro lista areas protegidas protegida reserva parque economica exclusiva
  tamanho limites maritimos maritimas fronteiras territorial erosao linha costa recuar biomassa modelos modelo treinados precisao deriva previsor preditor
  filtros preditivos estudos analises espaciais concluidas conectores conector falhar falhas qualidade execucoes ingestao sistema
  saude saudavel plataforma servicos servico parado parados online copias copia seguranca backup backups armazenamento espaco disco tarefas
  mudou semana resumo relatorios relatorio auditoria mapas guardados ontem anteontem amanha passada passado ultimo ultima ultimos ultimas
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  quanto quantos quantas qual quais quando onde como quero mostra mostrar valores quantidade total houve estado esta estao
  entre desde segundo existe existem tiveram posso saber favor dados valor sobre ainda agora atual atuais atualmente recente recentes situacao
  previsao previsoes proxima proximo ilheu maior menor mais menos algum alguma alguns algumas nenhum nenhuma muito muita muitos
  toda todas todos informacao informacoes nacional nacionais angola angolana ilegais suspeitos fundo grande pequena inteira dentro
  fortes forte fraco fraca longe perto norte centro`.split(/\s+/),
);

/** Typing errors forgiven in a word of a length. */
const errorsIn = (length: number): number => (length < 5 ? 0 : length < 8 ? 1 : 2);

/** The word that was meant, where one of the vocabulary is near enough; itself elsewhere. */
function corrected(word: string, known: ReadonlySet<string>): string {
  const most = errorsIn(word.length);
  if (most === 0 || /\d/.test(word) || vocabulary.has(word) || known.has(word)) return word;
  for (let errors = 1; errors <= most; errors += 1) {
    for (const other of vocabulary) {
      if (other.length >= 5 && other[0] === word[0] && isNear(word, other, errors)) return other;
    }
  }
  return word;
}

/** Words of a question, folded, with its typing errors mended; `known`: words of names, which are left as they are. */
export function mended(question: string, known: ReadonlySet<string>): readonly string[] {
  return wordsOf(question).map((word) => corrected(word, known));
}

/** Small words that stand between others. */
const fillers = new Set(
  `a o as os e de da do das dos em na no nas nos para por com ao aos um uma uns que se ha la ja me te lhe eu tu ele ela nao sim foi sao era tem
  teve ter ser esta este isto isso ver diz dizme fala ate sem ou qualquer ola bom dia boa tarde noite obrigado anda andam vive viver`.split(
    /\s+/,
  ),
);

/**
 * Runs of words that are no words of the rules: names of vessels, species and places, for the search to find. What follows
 * `o navio` or `onde está o` is one too, whatever its words.
 */
export function namePhrases(question: string): readonly string[] {
  const words = wordsOf(question);
  const phrases: string[] = [];
  let run: string[] = [];
  const close = () => {
    while (run.length > 0 && fillers.has(run.at(-1) ?? '')) run.pop();
    if (run.length > 0 && run.join(' ').length >= 3) phrases.push(run.join(' '));
    run = [];
  };
  for (const word of words) {
    const isPlain = vocabulary.has(word) || corrected(word, new Set()) !== word;
    if (isPlain || (run.length === 0 && (fillers.has(word) || /^\d{1,4}$/.test(word)))) close();
    else run.push(word);
  }
  close();
  const named =
    /(?:navio|barco|embarcacao|onde (?:esta|anda)|posicao(?: atual)? d[oae]|alertas? d[oae]) (?:o |a )?(.{3,60})$/.exec(
      words.join(' '),
    )?.[1];
  return [...new Set([...(named === undefined ? [] : [named]), ...phrases])].slice(0, 3);
}
