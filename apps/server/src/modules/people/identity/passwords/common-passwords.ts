/**
 * The commonest passwords of public leaks, with the Portuguese-speaking world's own. Also refused: each of them with
 * digits or signs around it, repeated, or joined to another.
 */
const words = `
123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football monkey
letmein 696969 shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx 7777777
121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer zxcvbnm asdfgh hunter buster soccer harley batman andrew
tigger sunshine iloveyou 2000 charlie robert thomas hockey ranger daniel starwars klaster 112233 george computer
michelle jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753 aaaaaa ginger princess
joshua cheese amanda summer love ashley nicole chelsea biteme matthew access yankees 987654321 dallas austin thunder
taylor matrix mobilemail monitor monitoring montana moon moscow welcome william richard samantha silver orange merlin
diamond hello scooter please porsche guitar chester bailey welcome1 banana arsenal internet service camera secret
pokemon phoenix mickey bulldog tennis yellow whatever nascar player corvette bigdog purple marlboro fender angels
hammer johnny brandon golden apples steelers butterfly patrick cookie gateway prince captain compaq boston carolina
jackson slipknot heather iceman tigers winner sparky raiders midnight blue maxwell falcon smokey london knight
rainbow marine peanut crystal jasmine eagles victoria scorpion mercedes toyota packers magic monster tiger justin
lucky andrea spanky dolphin casper booboo junior junkie hannah rachel sexy adidas barney martin turtle cowboys
liverpool edward ferrari samson nathan alexis asdfghjkl asdf lovely success friends doctor donald gandalf apple
school muffin warrior canada elephant family forever happy samsung nothing passw0rd password1 password12 password123
admin admin123 administrator administrador root toor guest user test test123 testing demo changeme default qwerty123
qwerty1 qwe123 1q2w3e4r 1q2w3e4r5t 1q2w3e q1w2e3r4 zaq12wsx zaq1zaq1 abcd1234 abcdef abcdefg a1b2c3 aa123456 asd123
q1w2e3 zxcvb asdfg qazwsxedc qweasd qweasdzxc 1qazxsw2 poiuytrewq lkjhgfdsa mnbvcxz 0987654321 147258369 147852369
159357 789456123 741852963 852456 963852741 112358 102030 010203 100200 123654 456789 987654 246810 135790 202020
101010 232323 252525 212121 222222 333333 444444 888888 999999 99999999 88888888 00000000 12341234 11223344 123454321
michael1 jordan23 liverpool1 chelsea1 arsenal1 barcelona realmadrid manchester juventus ronaldo ronaldo7 messi messi10
neymar cristiano benfica sporting porto fcporto slbenfica flamengo corinthians palmeiras santos saopaulo vasco gremio
cruzeiro brasil brazil portugal lisboa lisbon angola luanda benguela huambo lubango cabinda namibe malanje mocambique
maputo caboverde guine saotome africa kuduro kizomba semba palanca palancanegra imbondeiro welwitschia petroleo
sonangol girabola petrodeluanda primeirodeagosto senha senha123 minhasenha mudar mudar123 palavrapasse palavrachave
contrasenha segredo entrar acesso sistema computador internet telefone trabalho escola familia amor amorzinho
meuamor teamo eteamo amote amoteamo querida querido princesa princesinha coracao saudade felicidade alegria
esperanca liberdade vitoria campeao guerreiro estrela sol lua mar oceano praia peixe tubarao golfinho baleia
tartaruga borboleta cachorro gato gatinho flor flores rosa margarida jesus jesuscristo deus deusefiel deusamor
senhor cristo maria mariana joao jose pedro paulo antonio manuel francisco carlos ana anabela beatriz carolina
catarina claudia daniela fernanda fernando filipe gabriel gabriela helena isabel joana julia juliana leonor luis
luisa lucas margarida marta miguel nuno patricia rafael raquel ricardo rita rodrigo rui sandra sara sergio silvia
sofia sonia susana teresa tiago vanessa vasco vera vitor domingos agostinho neto eduardo dossantos savimbi
january february march april june july august september october november december janeiro fevereiro marco abril maio
junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo primavera
verao outono inverno monday tuesday wednesday thursday friday saturday sunday spring autumn winter
microsoft windows google facebook youtube instagram whatsapp twitter linkedin amazon netflix android iphone nokia
motorola linux ubuntu oracle postgres postgresql mysql mongodb database server network cisco router wireless
security secure letmein1 letmeinnow opensesame sesame superuser supervisor operator manager company business office
loveyou iloveu iloveyou1 lovers loveme babygirl baby babyboy sweet sweety honey kitty kitten puppy chocolate
strawberry cherry lemon coffee pizza cocacola pepsi whiskey heineken chicken spiderman ironman avengers hulk
naruto dragonball pikachu minecraft fortnite roblox playstation nintendo starwars1 skywalker vader yoda
correcthorsebatterystaple correcthorse thisisapassword mypassword passwordpassword yourpassword newpassword
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''));
