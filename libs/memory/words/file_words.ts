/**
 * Stems that at least one of 25 source files has, whatever it is about: counted in 250 files each of TypeScript, JavaScript,
 * Python, C, Go, PHP and Perl with their comments, without the words of licences. That a rule and a file share one of them
 * says next to nothing.
 */
const FILE_WORDS = new Set(
  `
  abov abstract acce accept action actual actualli add added additional addre alia allow along alreadi anoth apach api
  app append appengin appli applicabl application arg argument array assert associat assum async attempt attr attribut
  author availabl avoid await back bad base based basi basic becau begin below bin binari bit block bodi bool boolean
  both break buf buff bug build byte cach call callback cannot carp case catch caus chang char charact character check
  child clang clas clear client clos cmd cmp com command comment common compar compatibiliti compil complet condition
  config configur connect connection const constant construct contain content context continu control convert copi core
  correspond count cplusplu creat ctx current currentli cut data date debug declar decod def default defin definition
  delet deprecat describ description detail determin dev dict different directli directori disabl distribution doc
  document documentation doesn don doubl down edit eith element elif elsif empti enabl encod end endif engin ensur entri
  enum env environment eof eq equal err error escap etc eval even event ex exampl except exception exec execut exist
  exit exp expect export expre ext extend extension extern extra fail failur fals featur fetch field file filenam filt
  final finalli find first fitne flag float fmt fn follow foo forc foreach form format found foundation free full func
  function futur general generat github give given global gnu googl group handl hash head header help high hold hope
  host html http id identifi idx ifdef ifndef ignor implement implementation import inc includ index indicat info
  information init initializ input insert insid install instanc instead int integ interfac internal invalid io isa
  isinstanc isset issu item itself join js json key keyword kind know known languag larg last later lead least left len
  length level lib librari like limit line link linux list load local location lock log long look lookup loop lower
  machin macro main makefil map mark mask match math max mean memori merchantabiliti merg messag meta method min miss
  mode model modifi modul ms msg multipl name named namespac need net new next nil node non none note null num numb
  number obj object off offset ok old once open openssl operation operator opt option optional order org original os
  otherwi out output overrid packag pad pair param paramet parameter parent pars part partial particular pass path
  pattern per perform perl php plac plain platform point pop port pos position possibl post pragma pre prefix present
  print privat problem proce program prompt properti protect proto protocol provid proxi ptr public publish purpo push
  py python queri quot qw rais rang raw re read readonli real reason receiv record redistribut ref referenc regex regist
  relea remov repeat replac repli report represent req request requir res reset resolv resourc respon rest result
  retriev return right root row rule run runtim safe save say scalar scop script search second section see select self
  send sent sequenc serv servic session set setup shar shift short show sign signal signatur similar simpl sinc singl
  size skip slic small socket softwar sort sourc spac spdx spec special specifi specific split sprintf src ssl st stack
  standard start stat static statu stderr stdout step still stop stor str stream string strip struct structur styl sub
  subject substr succe suffix super support sure switch symbol sync synopsi syntax sys syscall system tabl tag take
  target task templat term test text thing thre thread throw time timeout todo token tool trail tree trim true try ts
  tupl turn txt type typedef typeof undef undefin unicod union unit unix unknown unle unsign until up updat uri url usag
  useful user usr utf util val valid valu var variabl verifi version via view void wait warn warning way well wheth whil
  whol window word work wrap wrapp writ writt www xxx yet yield zero`
    .trim()
    .split(/\s+/),
)

/** Whether files of any project have a word. */
export function isFileWord(stem: string): boolean {
  return FILE_WORDS.has(stem)
}
