/** Words that a row need not hold: they join what it holds, or say where it is. They state no fact by themselves. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those it its they them their there here he she we you i my your our us me one ones',
    'is are was were be been being am has have had do does did will would can could may might should',
    'and or but so as if then than also both either too very just only about of in on at by to from for with into onto over under between within through via per up out off down',
    'what which who whose where when why how while because since after before each every all any some most more other another same such own as well',
    'ran yes ok okay sure however therefore thus hence further overall namely note',
    'file files folder folders directory project code source line lines row rows function functions method methods class classes variable variables constant module modules value values name names named called text string strings number numbers parameter parameters argument arguments field fields key keys property setting settings config configuration option options entry entries item items list lists result results output default type types section command commands script scripts package definition declaration statement body content contents example comment comments test tests line expression answer loop loops block branch key',
    'returns return returned contains contain containing holds hold holding defines define defined declares declared exports exported imports imported takes take taken gives given sets set setting reads read uses use used using prints printed says say said shows show shown states stated lists listed located found find located placed lives live stored kept written seen reads means mean meaning describes described mentions mentioned refers refer calls call calling listens listen listening runs run starts start equal equals following below above first second third last next two three four five once there inside currently now according based see',
    'get gets got look looks like makes made make adds add added starts ends',
    'der die das den dem des ein eine einen einem einer und oder ist sind war hat haben wird in im an am auf aus bei mit nach von vom zu zum zur für es sie er datei zeile funktion wert steht gibt heißt lautet enthält läuft lauscht verwendet nutzt',
    'le la les un une des du de et ou est sont dans sur avec pour par il elle fichier ligne fonction valeur contient retourne renvoie utilise écoute se',
    'el los las una unos y o es son está en con por para del al archivo línea función valor contiene devuelve usa escucha que',
    'il lo gli uno e è sono nel nella con per di da file riga funzione valore contiene restituisce usa ascolta che o os as um uma do da no na em arquivo linha função contém retorna porta puerto port',
  ]
    .join(' ')
    .split(' '),
)
