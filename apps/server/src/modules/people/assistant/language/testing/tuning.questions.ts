/**
 * Questions with the tool and the arguments that answer them, as people of the house write them; the rules are tuned on
 * these. One a line: `question | tool name=value …`; `+` continues the talk of the line before; `-` stands for no tool.
 * Days are Luanda's, the present being 28 November 2026, 11:00; `at` is the place of a position, `period` the days that an
 * answer is cut to where its tool has no ends.
 */
export const tuningQuestions = `
Qual é a temperatura do mar? | mar_campos variable=analysedSst
+ e em setembro? | mar_campos variable=analysedSst from=2026-09-01 to=2026-09-30
+ e a clorofila? | mar_campos variable=chlorophyll from=2026-09-01 to=2026-09-30
+ e em Benguela? | mar_ponto variable=chlorophyll at=Benguela period=2026-09-01/2026-09-30
temperatura da água em luanda na semana passada | mar_ponto variable=analysedSst at=Luanda period=2026-11-16/2026-11-22
tempratura do mar no lobito ontem | mar_ponto variable=analysedSst at=Lobito period=2026-11-27/2026-11-27
A água está quente? | mar_campos variable=analysedSst
quão fria está a água no Namibe | mar_ponto variable=analysedSst at=Moçâmedes
Mostra-me a TSM de agosto | mar_campos variable=analysedSst from=2026-08-01 to=2026-08-31
SST entre 1 e 10 de outubro | mar_campos variable=analysedSst from=2026-10-01 to=2026-10-10
como variou a temperatura da superficie nos ultimos 30 dias? | mar_campos variable=analysedSst from=2026-10-30 to=2026-11-28
Quantos graus tem a água em Cabinda hoje? | mar_ponto variable=analysedSst at=Cabinda period=2026-11-28/2026-11-28
clorofila no soyo | mar_ponto variable=chlorophyll at=Soyo
qual foi a clorofila media na ZEE o mês passado | mar_campos variable=chlorophyll from=2026-10-01 to=2026-10-31
clorofla desde 15 de outubro | mar_campos variable=chlorophyll from=2026-10-15 to=2026-11-28
há muita produtividade no mar? quero ver a clorofila-a | mar_campos variable=chlorophyll
salinidade da zee | mar_campos variable=salinity
A salinidade na foz do Cunene está baixa? | mar_ponto variable=salinity at=Foz-do-Cunene
quanto sal tem a água em Luanda? | mar_ponto variable=salinity at=Luanda
oxigénio à superfície este mês | mar_campos variable=oxygen from=2026-11-01 to=2026-11-28
oxigenio a 200 metros | mar_campos variable=oxygenBelow
há falta de oxigénio no fundo ao largo do Lobito? | mar_ponto variable=oxygenBelow at=Lobito
ph do oceano nos últimos 7 dias | mar_campos variable=ph from=2026-11-22 to=2026-11-28
o mar está mais ácido? | mar_campos variable=ph
nitratos em Tômbwa | mar_ponto variable=nitrate at=Tômbwa
fitoplancton na semana passada | mar_campos variable=phytoplankton from=2026-11-16 to=2026-11-22
anomalia da temperatura em novembro | mar_campos variable=sstAnomaly from=2026-11-01 to=2026-11-28
O mar está mais quente do que o normal? | mar_campos variable=sstAnomaly
a água está acima da média em Benguela? | mar_ponto variable=sstAnomaly at=Benguela
que profundidade tem o mar ao largo de Luanda? | mar_ponto variable=seabedDepth at=Luanda
Como está o mar hoje? | mar_condicoes
condições oceanográficas atuais | mar_condicoes
resumo do estado do oceano agora | mar_condicoes
velocidade das correntes | mar_condicoes
qual é a corrente na zee? | mar_condicoes
que altura têm as ondas? | mar_estacoes
ondas no porto do Lobito | mar_estacao_serie id=lob-01 variable=waveHeight
altura das ondas em Luanda nos últimos 3 dias | mar_estacao_serie id=lua-01 variable=waveHeight period=2026-11-26/2026-11-28
ondulaçao em moçamedes ontem | mar_estacao_serie id=moc-01 variable=swellHeight period=2026-11-27/2026-11-27
período das ondas no Soyo | mar_estacao_serie id=soy-01 variable=wavePeriod
de onde vêm as ondas em Cabinda? | mar_estacao_serie id=cab-01 variable=waveDirection
estações de monitorização do mar | mar_estacoes
O mar está bravo? | mar_estacoes
maré em Luanda | mar_mare_serie id=ioc:luan
nível do mar no Lobito na última semana | mar_mare_serie id=ioc:lobi period=2026-11-22/2026-11-28
a que horas foi a preia-mar ontem em luanda? | mar_mare_serie id=ioc:luan period=2026-11-27/2026-11-27
marégrafos | mar_mares
como estão as marés? | mar_mares
vento em Luanda | mar_estacao_costeira_serie id=inamet:66160 variable=windSpeed
está muito vento no Lobito? | mar_estacao_costeira_serie id=inamet:66305 variable=windSpeed
choveu em Cabinda na semana passada? | mar_estacao_costeira_serie id=inamet:66104 variable=precipitation period=2026-11-16/2026-11-22
temperatura do ar em moçâmedes | mar_estacao_costeira_serie id=inamet:66422 variable=airTemperature
pressão atmosférica no Sumbe nos últimos dois dias | mar_estacao_costeira_serie id=inamet:66240 variable=airPressure period=2026-11-27/2026-11-28
humidade em luanda hoje | mar_estacao_costeira_serie id=inamet:66160 variable=relativeHumidity period=2026-11-28/2026-11-28
estações meteorológicas da costa | mar_estacoes_costeiras
que tempo faz na costa? | mar_estacoes_costeiras
houve ondas de calor marinhas? | mar_ondas_de_calor
ondas de calor no mar este ano | mar_ondas_de_calor period=2026-01-01/2026-11-28
índice de afloramento | mar_derivado_serie product=sst-upwelling-index
há afloramento este mês? | mar_derivado_serie product=sst-upwelling-index from=2026-11-01 to=2026-11-28
upwelling em agosto | mar_derivado_serie product=sst-upwelling-index from=2026-08-01 to=2026-08-31
onde está a frente Angola-Benguela? | mar_derivado_serie product=front-latitude
indice de bakun nos últimos 60 dias | mar_derivado_serie product=bakun-index from=2026-09-30 to=2026-11-28
que produtos derivados há | mar_derivados
perfis argo | mar_perfis
boias argo dos últimos 10 dias | mar_perfis period=2026-11-19/2026-11-28
produtos de satélite desta semana | mar_satelite period=2026-11-23/2026-11-28
imagens sentinel-3 recentes | mar_satelite
Quantas espécies há registadas? | biodiversidade_resumo
quantas ocorrências temos na base de biodiversidade | biodiversidade_resumo
resumo da biodiversidade | biodiversidade_resumo
especies ameaçadas | biodiversidade_especies threatened=true
lista as espécies em perigo | biodiversidade_especies threatened=true
quais são as espécies mais registadas? | biodiversidade_especies
Onde foi vista a baleia-jubarte? | biodiversidade_perfil aphiaId=90000440
em que meses aparece a jubarte? | biodiversidade_perfil aphiaId=90000440
a que profundidade vive o carapau do cunene | biodiversidade_perfil aphiaId=90000030
registos de tartaruga de couro | biodiversidade_perfil aphiaId=90000500
+ e da tartaruga oliva? | biodiversidade_perfil aphiaId=90000501
onde há Sardinella maderensis? | biodiversidade_perfil aphiaId=90000021
distribuição da sardinela palheta | biodiversidade_perfil aphiaId=90000021
trachurus trecae | biodiversidade_perfil aphiaId=90000030
o que é a cavala? | biodiversidade_perfil aphiaId=90000035
ha golfinhos-corcunda em angola? | biodiversidade_perfil aphiaId=90000460
peixe boi | biodiversidade_perfil aphiaId=90000470
animais marcados | biodiversidade_rotas
rotas das tartarugas marcadas em outubro | biodiversidade_rotas from=2026-10-01 to=2026-10-31
Quanto se pescou em outubro? | pesca_desembarques from=2026-10-01 to=2026-10-31
+ e em Luanda? | pesca_desembarques from=2026-10-01 to=2026-10-31 port=Luanda
+ e no Lobito? | pesca_desembarques from=2026-10-01 to=2026-10-31 port=Lobito
+ e em novembro? | pesca_desembarques from=2026-11-01 to=2026-11-28 port=Lobito
desembarques em Benguela no mês passado | pesca_desembarques from=2026-10-01 to=2026-10-31 port=Benguela
desenbarques por porto | pesca_desembarques
quantas toneladas de sardinela-lombuda foram desembarcadas? | pesca_desembarques species=SAA
captura de carapau do cunene desde setembro | pesca_desembarques species=HMZ from=2026-09-01 to=2026-11-28
quanto peixe desembarcou no namibe em outubro | pesca_desembarques port=Moçâmedes from=2026-10-01 to=2026-10-31
pesca artesanal em Cabinda: quanto capturou? | pesca_desembarques port=Cabinda segment=artesanal
capturas da pesca industrial este ano | pesca_desembarques segment=industrial from=2026-01-01 to=2026-11-28
quanto pescou a frota semi-industrial na semana passada? | pesca_desembarques segment=semi-industrial from=2026-11-16 to=2026-11-22
qual o porto que mais peixe recebe? | pesca_desembarques
qual é a espécie mais pescada este mês | pesca_desembarques from=2026-11-01 to=2026-11-28
atum albacora desembarcado em Tombwa | pesca_desembarques species=YFT port=Tômbwa
captura total de 2023 | pesca_anual year=2023
quanto se pescou em 2019? | pesca_anual year=2019
estatísticas da fao | pesca_anual
+ e em 2015? | pesca_anual year=2015
evolução anual das capturas | pesca_anual
zonas de pesca | pesca_zonas
onde é que se pode pescar? | pesca_zonas
que zonas têm mais embarcações a pescar | pesca_zonas
há veda do carapau? | pesca_vedas
períodos de veda de 2025 | pesca_vedas year=2025
Está em vigor alguma veda? | pesca_vedas
defeso | pesca_vedas
licenças de pesca válidas | pesca_licencas valid=true
quantas licenças há? | pesca_licencas
licenças expiradas | pesca_licencas valid=false
a embarcação Nuevo Amanecer 2 tem licença? | pesca_licencas search=NUEVO-AMANECER-2
licença do morabeza | pesca_licencas search=MORABEZA
Quantas embarcações há na ZEE? | embarcacoes_lista
quantos barcos estão ativos | embarcacoes_lista
navios chineses | embarcacoes_lista flags=CHN
barcos de bandeira espanhola | embarcacoes_lista flags=ESP
quantos arrastões há? | embarcacoes_lista gears=TRAWLERS
embarcações sem licença | embarcacoes_lista licence=without
navios da china sem licenca | embarcacoes_lista flags=CHN licence=without
embarcações de pesca portuguesas | embarcacoes_lista flags=PRT types=fishing
onde está o Morabeza? | embarcacoes_lista search=MORABEZA
onde anda o navio ilha dos tigres 2 | embarcacoes_lista search=ILHA-DOS-TIGRES-2
última posição do PALANCA NEGRA 4 | embarcacoes_lista search=PALANCA-NEGRA-4
mmsi 603990065 | embarcacoes_lista search=603990065
embarcação com o imo 5900657 | embarcacoes_lista search=5900657
presença de embarcações nas últimas 48 horas | embarcacoes_presenca hours=48
quantas horas de pesca houve segundo a Global Fishing Watch? | embarcacoes_presenca
navios às escuras | embarcacoes_radar
barcos sem AIS detetados por radar nos últimos 15 dias | embarcacoes_radar days=15
plataformas petrolíferas no mar | embarcacoes_estruturas
Há alertas de embarcações? | vigilancia_alertas
alertas graves desta semana | vigilancia_alertas severity=high from=2026-11-23 to=2026-11-28
alertas por tratar | vigilancia_alertas state=new
pesca ilegal ontem | vigilancia_alertas pageSize=200 from=2026-11-27 to=2026-11-27
alguém pescou sem licença este mês? | vigilancia_alertas rule=no_licence from=2026-11-01 to=2026-11-28
+ e no mês passado? | vigilancia_alertas rule=no_licence from=2026-10-01 to=2026-10-31
pesca em período de veda em outubro | vigilancia_alertas rule=closed_season from=2026-10-01 to=2026-10-31
entradas em áreas vigiadas hoje | vigilancia_alertas rule=zone_entry from=2026-11-28 to=2026-11-28
alertas do morabeza | vigilancia_alertas search=MORABEZA
que alertas teve o São Tiago 2 na semana passada? | vigilancia_alertas search=SAO-TIAGO-2 from=2026-11-16 to=2026-11-22
alertas na area marinha do iona | vigilancia_alertas areaId=iona-marinha
encontros no mar em novembro | vigilancia_eventos kind=encounter from=2026-11-01 to=2026-11-28
transbordos suspeitos na ultima semana | vigilancia_eventos kind=encounter from=2026-11-22 to=2026-11-28
quem desligou o AIS? | vigilancia_eventos kind=gap
silêncios do AIS nos últimos 5 dias | vigilancia_eventos kind=gap from=2026-11-24 to=2026-11-28
visitas a portos ontem | vigilancia_eventos kind=port_visit from=2026-11-27 to=2026-11-27
permanências prolongadas | vigilancia_eventos kind=loitering
áreas vigiadas | vigilancia_areas
sinais de socorro | embarcacoes_seguranca
que portos há? | lugares_lista kinds=port
lista de áreas protegidas | lugares_lista kinds=protected-area
estações ais | lugares_lista kinds=ais-station
onde fica o porto de Porto Amboim? | lugares_ficha kind=port id=porto-amboim
fala-me da baía farta | lugares_ficha kind=port id=baia-farta
reserva da quiçama | lugares_ficha kind=protected-area id=protected-planet:990000002
qual a área da ZEE? | limites_zee
que tamanho tem a zona económica exclusiva | limites_zee
limites marítimos | limites_lista
mar territorial de Angola | limites_lista
erosão da costa | costa_analises
a linha de costa está a recuar? | costa_analises
biomassa total | biomassa
quanta biomassa marinha há? | biomassa
estimativa de biomassa mais recente | biomassa
modelos treinados | modelos_lista
que precisão têm os modelos? | modelos_lista
há deriva no previsor de temperatura? | modelos_deriva type=temperature_forecaster
filtros preditivos | modelos_filtros
estudos de distribuição de espécies | modelos_estudos
análises espaciais concluídas | analises_lista
estado dos conectores | dados_conectores
que conectores estão a falhar? | dados_conectores
o conector da NOAA está a funcionar? | dados_conectores
qualidade dos dados | dados_qualidade
execuções de ingestão de ontem | dados_execucoes from=2026-11-27 to=2026-11-27
falhas na ingestão | dados_execucoes state=failed
o sistema está bem? | plataforma_saude
saúde da plataforma | plataforma_saude
serviços em baixo | plataforma_servicos
está tudo online? | plataforma_servicos
alertas do sistema | plataforma_alertas
ha alertas da plataforma por resolver? | plataforma_alertas
cópias de segurança | plataforma_copias
quando foi o último backup? | plataforma_copias
quanto espaço ocupa o armazenamento? | plataforma_armazenamento
tarefas em segundo plano | plataforma_tarefas
o que mudou esta semana? | plataforma_semana
resumo da semana | plataforma_semana
relatórios | relatorios_lista
relatórios de auditoria | relatorios_lista type=auditoria
que mapas guardados há | mapas_lista
quem ganhou o jogo do Petro ontem? | -
quanto custa o gasóleo? | -
olá | -
conta-me uma anedota | -
qual vai ser a temperatura do mar amanhã? | -
previsão das ondas para a próxima semana | -
apaga os alertas todos | -
envia um email ao ministro | -
`;
